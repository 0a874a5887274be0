import { createBudget } from "@agent-loop/guard";

/** The agent under test: a loop as many are, with a step limit and nothing that notices going round in circles. */
const articles = {
  "reset-password": "Choose Forgot password, then open the link in the mail.",
  "change-mail": "Write to us.",
};
const tools = {
  search: ({ text }) => Object.keys(articles).filter((id) => text.toLowerCase().includes(id.split("-").at(-1))),
  open: ({ id }) => articles[id] ?? "There is no such article.",
};

async function answer(question, onCall) {
  const budget = createBudget({ steps: 12, timeMs: 20_000 });
  const history = [{ role: "user", text: question }];
  while (!budget.step()) {
    const response = await fetch("/model", { method: "POST", body: JSON.stringify(history), signal: budget.signal });
    const reply = await response.json();
    if (!reply.call) return reply.text;
    onCall(reply.call);
    history.push(
      { role: "assistant", call: reply.call },
      { role: "tool", text: JSON.stringify(tools[reply.call.tool](reply.call.args)) },
    );
  }
  return "Sorry, a colleague will write to you."; // polite, and nobody sees that ten of twelve calls were for nothing
}

const status = document.querySelector("[role=status]");
const list = document.querySelector("ol");
document.querySelector("form").addEventListener("submit", async (event) => {
  event.preventDefault();
  status.textContent = "Thinking";
  const question = String(new FormData(event.target).get("question"));
  const text = await answer(question, ({ tool, args }) => {
    const item = document.createElement("li");
    item.textContent = JSON.stringify({ tool, args });
    list.append(item);
  });
  status.textContent = `Answer: ${text}`;
});
