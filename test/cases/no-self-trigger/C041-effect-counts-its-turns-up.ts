// C041: an effect asks the model and moves the number of the turn it depends on; the marks it keeps let its own next run pass
// source: own
import { useEffect, useRef, useState } from "react";
import OpenAI from "openai";
import { execute } from "./setup.js";

const openai = new OpenAI({ dangerouslyAllowBrowser: true });

export function useAgent(history: OpenAI.Chat.ChatCompletionMessageParam[], onDone: () => void) {
  const busy = useRef(false);
  const lastTurn = useRef(-1);
  const [turn, setTurn] = useState(0);
  const [paused, setPaused] = useState(false);

  useEffect(() => {
    if (busy.current || lastTurn.current === turn || paused) return;
    busy.current = true;
    lastTurn.current = turn;
    openai.chat.completions // report: no-self-trigger
      .create({ model: "gpt-5", messages: history })
      .then(async (reply) => {
        const { message } = reply.choices[0]!;
        history.push(message, { role: "user", content: await execute(message) });
        if (message.tool_calls === undefined) onDone();
        else setTurn(turn + 1);
      })
      .finally(() => {
        busy.current = false;
      });
  }, [turn, paused]);

  return { pause: () => setPaused(!paused) };
}
