/** Two scripted models behind the same agent. A model is chosen by MODEL; a real one would be asked in its place. */
export const models = {
  /** Searches, opens what it found, answers. */
  steady: (history) => {
    const step = history.filter(({ role }) => role === "tool").length;
    if (step === 0) return { call: { tool: "search", args: { text: history[0].text } } };
    if (step === 1) return { call: { tool: "open", args: { id: JSON.parse(history.at(-1).text)[0] } } };
    return { text: JSON.parse(history.at(-1).text) };
  },
  /** Never sure that it has read the right article: goes back to the search after each one. */
  wavering: (history) =>
    history.filter(({ role }) => role === "tool").length % 2 === 0
      ? { call: { tool: "search", args: { text: history[0].text } } }
      : { call: { tool: "open", args: { id: JSON.parse(history.at(-1).text)[0] } } },
};
