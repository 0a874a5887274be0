import * as guard from "@agent-loop/guard";
import { engineerLoop, lintText, readConfig, type Edit } from "@agent-loop/engine";
import { describe, expect, it } from "vitest";
import { readCases } from "./kit/case-file.js";
import { checkFix, type FixtureOptions } from "./kit/fixture.js";
import { applyEdits } from "./kit/seen-finding.js";
import { checkSuggestions } from "./kit/suggestion-checks.js";

const settings = { modelCalls: ["ask"], toolCalls: ["run"] };

/** The text after the best mend of the first finding of a rule. */
function mended(code: string, options: FixtureOptions & { rule?: string } = {}): string {
  const [first] = checkFix(code, { settings, rule: "no-unbounded-loop", ...options });
  if (first === undefined) throw new Error("There is no suggestion.");
  return `\n${first.code}`;
}

describe("a ceiling, by the form of the loop", () => {
  it("is the head of an endless loop that only returns leave", () => {
    expect(
      mended(`
        import { ask } from "./m.js";
        export async function go(log) {
          while (true) {
            const reply = await ask(log);
            log.push(reply);
            if (reply.done) return reply;
          }
        }
      `),
    ).toMatchInlineSnapshot(`
      "
      import { ask } from "./m.js";

      const MAX_STEPS = 20;
      const DEADLINE_MS = 10 * 60_000;

      export async function go(log) {
        const deadline = Date.now() + DEADLINE_MS;
        for (let step = 0; step < MAX_STEPS; step++) {
          if (Date.now() >= deadline) throw new Error(\`Stopped after \${DEADLINE_MS} ms without a result.\`);
          const reply = await ask(log);
          log.push(reply);
          if (reply.done) return reply;
        }
        throw new Error(\`Stopped after \${MAX_STEPS} steps without a result.\`);
      }
      "
    `);
  });

  it("is a check in the turn where code follows a break", () => {
    expect(
      mended(`
        import { ask } from "./m.js";
        export async function go(log) {
          outer: for (;;) { // round and round
            const reply = await ask(log);
            log.push(reply);
            if (reply.done) break outer;
            if (!reply.text) continue outer;
          }
          return log;
        }
      `),
    ).toMatchInlineSnapshot(`
      "
      import { ask } from "./m.js";

      const MAX_STEPS = 20;
      const DEADLINE_MS = 10 * 60_000;

      export async function go(log) {
        const deadline = Date.now() + DEADLINE_MS;
        outer: for (let step = 1; ; step++) { // round and round
          if (step > MAX_STEPS) throw new Error(\`Stopped after \${MAX_STEPS} steps without a result.\`);
          if (Date.now() >= deadline) throw new Error(\`Stopped after \${DEADLINE_MS} ms without a result.\`);
          const reply = await ask(log);
          log.push(reply);
          if (reply.done) break outer;
          if (!reply.text) continue outer;
        }
        return log;
      }
      "
    `);
  });

  it("counts beside a condition, in a loop without braces", () => {
    expect(
      mended(`
        import { ask } from "./m.js";
        export async function go(log) {
          let reply;
          do log.push((reply = await ask(log)));
          while (!reply.done);
          return reply;
        }
      `),
    ).toMatchInlineSnapshot(`
      "
      import { ask } from "./m.js";

      const MAX_STEPS = 20;
      const DEADLINE_MS = 10 * 60_000;

      export async function go(log) {
        let reply;
        let steps = 0;
        const deadline = Date.now() + DEADLINE_MS;
        do {
          if (++steps > MAX_STEPS) throw new Error(\`Stopped after \${MAX_STEPS} steps without a result.\`);
          if (Date.now() >= deadline) throw new Error(\`Stopped after \${DEADLINE_MS} ms without a result.\`);
          log.push((reply = await ask(log)));
        }
        while (!reply.done);
        return reply;
      }
      "
    `);
  });

  it("goes into braces where only one statement may stand", () => {
    expect(
      mended(`
        import { ask } from "./m.js";
        export async function go(log, deep) {
          if (deep) while (!log.done) log.push(await ask(log));
          return log;
        }
      `),
    ).toMatchInlineSnapshot(`
      "
      import { ask } from "./m.js";

      const MAX_STEPS = 20;
      const DEADLINE_MS = 10 * 60_000;

      export async function go(log, deep) {
        if (deep) { let steps = 0; const deadline = Date.now() + DEADLINE_MS; while (!log.done) {
          if (++steps > MAX_STEPS) throw new Error(\`Stopped after \${MAX_STEPS} steps without a result.\`);
          if (Date.now() >= deadline) throw new Error(\`Stopped after \${DEADLINE_MS} ms without a result.\`);
          log.push(await ask(log));
        } }
        return log;
      }
      "
    `);
  });

  it("uses the counter of the head", () => {
    expect(
      mended(`
        import { ask } from "./m.js";
        export const go = async (log) => {
          for (let turn = 1; ; turn++) {
            const reply = await ask(log, turn);
            log.push(reply);
            if (reply.done) return reply;
          }
        };
      `),
    ).toMatchInlineSnapshot(`
      "
      import { ask } from "./m.js";

      const MAX_STEPS = 20;
      const DEADLINE_MS = 10 * 60_000;

      export const go = async (log) => {
        const deadline = Date.now() + DEADLINE_MS;
        for (let turn = 1; turn <= MAX_STEPS; turn++) {
          if (Date.now() >= deadline) throw new Error(\`Stopped after \${DEADLINE_MS} ms without a result.\`);
          const reply = await ask(log, turn);
          log.push(reply);
          if (reply.done) return reply;
        }
        throw new Error(\`Stopped after \${MAX_STEPS} steps without a result.\`);
      };
      "
    `);
  });

  it("counts turns that slip past, without changing what the counter means elsewhere", () => {
    expect(
      mended(`
        import { ask, plan } from "./m.js";
        export async function go(log) {
          let step = 0;
          while (step < 10) {
            const reply = await ask(plan[step], log);
            if (!reply.text) continue;
            log.push(reply);
            if (reply.done) return reply;
            step += 1;
          }
          throw new Error("limit");
        }
      `),
    ).toMatchInlineSnapshot(`
      "
      import { ask, plan } from "./m.js";

      const DEADLINE_MS = 10 * 60_000;

      export async function go(log) {
        let step = 0;
        const deadline = Date.now() + DEADLINE_MS;
        while (step < 10) {
          if (Date.now() >= deadline) throw new Error(\`Stopped after \${DEADLINE_MS} ms without a result.\`);
          const reply = await ask(plan[step], log);
          if (!reply.text) { step += 1; continue; }
          log.push(reply);
          if (reply.done) return reply;
          step += 1;
        }
        throw new Error("limit");
      }
      "
    `);
  });

  it("is carried along by a recursion", () => {
    expect(
      mended(`
        import { ask } from "./m.js";
        class Agent {
          async go(log, hint) {
            const reply = await ask(log, hint);
            log.push(reply);
            return reply.done ? reply : this.go(log);
          }
        }
        export { Agent };
      `),
    ).toMatchInlineSnapshot(`
      "
      import { ask } from "./m.js";

      const MAX_DEPTH = 20;
      const DEADLINE_MS = 10 * 60_000;

      class Agent {
        async go(log, hint, depth = 0, deadline = Date.now() + DEADLINE_MS) {
          if (depth >= MAX_DEPTH) throw new Error(\`Stopped at depth \${depth} without a result.\`);
          if (Date.now() >= deadline) throw new Error(\`Stopped after \${DEADLINE_MS} ms without a result.\`);
          const reply = await ask(log, hint);
          log.push(reply);
          return reply.done ? reply : this.go(log, undefined, depth + 1, deadline);
        }
      }
      export { Agent };
      "
    `);
  });

  it("asks a parameter that counts already", () => {
    const recursion = (start: number): string => `
      import { ask } from "./m.js";
      export async function go(log, level = ${start}) {
        const reply = await ask(log);
        log.push(reply);
        return reply.done ? reply : go(log, level + 1);
      }
    `;
    const limits = { modelCalls: ["ask"] };
    expect(mended(recursion(0), { settings: limits })).toContain("export async function go(log, level = 0, deadline = Date.now() + DEADLINE_MS) {\n  if (level >= MAX_DEPTH) throw");
    expect(mended(recursion(1), { settings: limits })).toContain("if (level > MAX_DEPTH) throw");
    // One way that hands on the same would never be counted.
    expect(mended(recursion(0).replace("reply.done ? reply", "reply.wait ? go(log, level) : reply.done ? reply"), { settings: limits })).toContain("depth = 0");
  });

  it("is carried along by a timer that is booked by name", () => {
    expect(
      mended(`
        import { ask } from "./m.js";
        const log = [];
        export async function tick() {
          const reply = await ask(log);
          log.push(reply);
          if (!reply.done) setTimeout(tick, 500);
        }
      `),
    ).toMatchInlineSnapshot(`
      "
      import { ask } from "./m.js";

      const MAX_DEPTH = 20;
      const DEADLINE_MS = 10 * 60_000;

      const log = [];
      export async function tick(depth = 0, deadline = Date.now() + DEADLINE_MS) {
        if (depth >= MAX_DEPTH) throw new Error(\`Stopped at depth \${depth} without a result.\`);
        if (Date.now() >= deadline) throw new Error(\`Stopped after \${DEADLINE_MS} ms without a result.\`);
        const reply = await ask(log);
        log.push(reply);
        if (!reply.done) setTimeout(() => tick(depth + 1, deadline), 500);
      }
      "
    `);
  });

  it("clears an interval", () => {
    expect(
      mended(`
        import { ask } from "./m.js";
        let last = "start";
        setInterval(async () => {
          const reply = await ask(last);
          last = reply.text;
        }, 1000);
      `),
    ).toMatchInlineSnapshot(`
      "
      import { ask } from "./m.js";

      const DEADLINE_MS = 10 * 60_000;

      let last = "start";
      const deadline = Date.now() + DEADLINE_MS;
      const timer = setInterval(async () => {
        if (Date.now() >= deadline) {
          clearInterval(timer);
          throw new Error(\`Stopped after \${DEADLINE_MS} ms without a result.\`);
        }
        const reply = await ask(last);
        last = reply.text;
      }, 1000);
      "
    `);
  });
});

describe("a budget of tokens, where replies are streamed", () => {
  /** A loop that asks for a stream and ends by its text. */
  const loop = (head: string, ask: string, pass: string): string => `
    ${head}
    export async function go(messages: any[]) {
      while (true) {
        ${ask}
        let text = "";
        ${pass}
        messages.push({ role: "assistant", content: text });
        if (text.includes("DONE")) return messages;
      }
    }
  `;
  const openai = loop(
    `import OpenAI from "openai";
    const client = new OpenAI();`,
    `const stream = await client.chat.completions.create({ model: "m", messages, stream: true });`,
    `for await (const chunk of stream) {
          text += chunk.choices[0]?.delta?.content ?? "";
        }`,
  );
  /** The lines that the mend brought in, without those of every ceiling. */
  const brought = (code: string, options: Parameters<typeof mended>[1] = {}): string[] => {
    const before = new Set(code.split("\n").map((line) => line.trim()));
    return mended(code, options).split("\n").map((line) => line.trim()).filter((line) => line !== "" && !before.has(line) && !/MAX_STEPS|TOKEN_BUDGET|^let tokens = 0;$|createBudget|limit\b/.test(line));
  };

  it("asks OpenAI for the usage, which comes in an element of its own", () => {
    expect(brought(openai)).toEqual([
      'const stream = await client.chat.completions.create({ model: "m", messages, stream: true, stream_options: { include_usage: true } });',
      "tokens += chunk.usage?.total_tokens ?? 0;",
    ]);
    const asked = openai.replace("stream: true", "stream: true, stream_options: { include_usage: true }");
    expect(brought(asked)).toEqual(["tokens += chunk.usage?.total_tokens ?? 0;"]);
  });

  it.each([
    ["takes the first choice for granted", "chunk.choices[0]?.delta?.content", "chunk.choices[0].delta.content"],
    ["says that it is there", "chunk.choices[0]?.delta?.content", "chunk.choices[0]!.delta.content"],
    ["sets the option otherwise", "stream: true", "stream: true, stream_options: options"],
    ["does not go through the stream itself", "of stream", "of smooth(stream)"],
    ["goes through it in another function", 'for await (const chunk of stream) {', 'void (async () => { for await (const chunk of stream) text += chunk; })();\n for (const chunk of []) {'],
  ])("is left to a deadline where the code %s", (_, from, to) => {
    const lines = brought(openai.replace(from, to));
    expect(lines.join("\n")).toContain("AbortSignal.timeout(DEADLINE_MS)");
    expect(lines.join("\n")).not.toContain("tokens");
  });

  it("adds up what Anthropic says at both ends", () => {
    const code = loop(
      `import Anthropic from "@anthropic-ai/sdk";
      const client = new Anthropic();`,
      `const stream = await client.messages.create({ model: "m", max_tokens: 9, messages, stream: true });`,
      `for await (const event of stream) {
          if (event.type === "content_block_delta" && event.delta.type === "text_delta") text += event.delta.text;
        }`,
    );
    expect(brought(code)).toEqual([
      'if (event.type === "message_start") tokens += event.message.usage.input_tokens;',
      'if (event.type === "message_delta") tokens += event.usage.output_tokens;',
    ]);
    expect(brought(code, { settings: { ...settings, scaffold: "guard" } })).toEqual(["for await (const event of budget.meter(stream)) {"]);
  });

  it("counts the final message of a stream that is kept", () => {
    const code = loop(
      `import Anthropic from "@anthropic-ai/sdk";
      const client = new Anthropic();`,
      `const stream = client.messages.stream({ model: "m", max_tokens: 9, messages });`,
      `const message = await stream.finalMessage();
        if (message.content[0]?.type === "text") text = message.content[0].text;`,
    );
    expect(brought(code)).toEqual(["tokens += message.usage.input_tokens + message.usage.output_tokens;"]);
    expect(brought(code, { settings: { ...settings, scaffold: "guard" } })).toEqual(["budget.charge({ tokens: message.usage.input_tokens + message.usage.output_tokens });"]);
  });

  it("waits for the usage of an AI SDK stream behind what reads it", () => {
    const code = loop(
      `import { streamText } from "ai";
      import { model } from "./setup.js";`,
      `const result = streamText({ model, messages });`,
      `for await (const delta of result.textStream) text += delta;`,
    );
    expect(brought(code)).toEqual(["tokens += (await result.usage).totalTokens ?? 0;"]);
  });

  it("takes the last figure where each is that of all so far", () => {
    const code = loop(
      `import { GoogleGenAI } from "@google/genai";
      const ai = new GoogleGenAI({});`,
      `const stream = await ai.models.generateContentStream({ model: "m", contents: messages });`,
      `for await (const chunk of stream) {
          text += chunk.text;
        }`,
    );
    expect(brought(code)).toEqual(["let used = 0;", "used = chunk.usageMetadata?.totalTokenCount ?? used;", "tokens += used;"]);
  });

  it.each([
    {
      sdk: "Cohere",
      head: `import { CohereClientV2 } from "cohere-ai";\n    const client = new CohereClientV2({});`,
      ask: `const stream = await client.chatStream({ model: "m", messages });`,
      read: `if (chunk.type === "content-delta") text += chunk.delta?.message?.content?.text ?? "";`,
      lines: [
        'if (chunk.type === "message-end") {',
        "tokens += chunk.delta?.usage?.tokens?.inputTokens ?? 0;",
        "tokens += chunk.delta?.usage?.tokens?.outputTokens ?? 0;",
      ],
    },
    {
      sdk: "Cohere's first API",
      head: `import { CohereClient } from "cohere-ai";\n    const client = new CohereClient({});`,
      ask: `const stream = await client.chatStream({ message: "Go on.", chatHistory: messages });`,
      read: `if (chunk.eventType === "text-generation") text += chunk.text;`,
      lines: [
        'if (chunk.eventType === "stream-end") {',
        "tokens += chunk.response?.meta?.tokens?.inputTokens ?? 0;",
        "tokens += chunk.response?.meta?.tokens?.outputTokens ?? 0;",
      ],
    },
    {
      sdk: "OpenRouter",
      head: `import { OpenRouter } from "@openrouter/sdk";\n    const client = new OpenRouter();`,
      ask: `const stream = await client.chat.send({ chatRequest: { model: "m", messages, stream: true } });`,
      read: `text += chunk.choices[0]?.delta.content ?? "";`,
      lines: ["tokens += chunk.usage?.totalTokens ?? 0;"],
    },
    {
      sdk: "Groq",
      head: `import Groq from "groq-sdk";\n    const client = new Groq();`,
      ask: `const stream = await client.chat.completions.create({ model: "m", messages, stream: true });`,
      read: `text += chunk.choices[0]?.delta?.content ?? "";`,
      lines: ["tokens += chunk.x_groq?.usage?.total_tokens ?? 0;"],
    },
    {
      sdk: "Together",
      head: `import Together from "together-ai";\n    const client = new Together();`,
      ask: `const stream = await client.chat.completions.create({ model: "m", messages, stream: true });`,
      read: `text += chunk.choices[0]?.delta?.content ?? "";`,
      lines: ["tokens += chunk.usage?.total_tokens ?? 0;"],
    },
    {
      sdk: "Hugging Face",
      head: `import { InferenceClient } from "@huggingface/inference";\n    const client = new InferenceClient();`,
      ask: `const stream = client.chatCompletionStream({ model: "m", messages });`,
      read: `text += chunk.choices[0]?.delta.content ?? "";`,
      lines: ['const stream = client.chatCompletionStream({ model: "m", messages, stream_options: { include_usage: true } });', "tokens += chunk.usage?.total_tokens ?? 0;"],
    },
  ])("counts what $sdk says in its last element", ({ head, ask, read, lines }) => {
    const code = loop(head, ask, `for await (const chunk of stream) {\n          ${read}\n        }`);
    expect(brought(code)).toEqual(lines);
    const option = lines.filter((line) => line.startsWith("const "));
    expect(brought(code, { settings: { ...settings, scaffold: "guard" } })).toEqual([...option, "for await (const chunk of budget.meter(stream)) {"]);
  });

  it("is left to a deadline where no one place has the figures", () => {
    const code = loop(
      `import Cerebras from "@cerebras/cerebras_cloud_sdk";
      const client = new Cerebras();`,
      `const stream = await client.chat.completions.create({ model: "m", messages, stream: true });`,
      `for await (const chunk of stream) {
          text += "choices" in chunk ? chunk.choices?.[0]?.delta?.content ?? "" : "";
        }`,
    );
    const lines = brought(code).join("\n");
    expect(lines).toContain("AbortSignal.timeout(DEADLINE_MS)");
    expect(lines).not.toContain("tokens");
  });

  it("is told of the end of a response by its type", () => {
    const code = loop(
      `import OpenAI from "openai";
      const client = new OpenAI();`,
      `const stream = await client.responses.create({ model: "m", input: messages, stream: true });`,
      `for await (const event of stream) {
          if (event.type === "response.output_text.delta") text += event.delta;
        }`,
    );
    expect(brought(code)).toEqual(['if (event.type === "response.completed") tokens += event.response?.usage?.total_tokens ?? 0;']);
  });
});

describe("the style of the file", () => {
  it("is kept: tabs, single quotes, no semicolons, CRLF, braces round every statement", () => {
    const code = [
      "const { ask } = require('./m.js')",
      "",
      "async function go(log) {",
      "\twhile (!log.done) {",
      "\t\tconst reply = await ask(log)",
      "\t\tlog.push(reply)",
      "\t\tif (reply.done) {",
      "\t\t\treturn reply",
      "\t\t}",
      "\t}",
      "}",
      "module.exports = { go }",
      "",
    ].join("\r\n");
    const { config } = readConfig({ preset: "strict", ...settings });
    const [check] = checkSuggestions({ path: "/go.cjs", text: code, config });
    expect(check?.text?.split("\r\n").every((line) => !line.includes("\n"))).toBe(true);
    expect(`\n${check?.text?.replaceAll("\r\n", "\n")}`).toMatchInlineSnapshot(`
      "
      const { ask } = require('./m.js')

      const MAX_STEPS = 20
      const DEADLINE_MS = 10 * 60_000

      async function go(log) {
      	let steps = 0
      	const deadline = Date.now() + DEADLINE_MS
      	while (!log.done) {
      		if (++steps > MAX_STEPS) {
      			throw new Error(\`Stopped after \${MAX_STEPS} steps without a result.\`)
      		}
      		if (Date.now() >= deadline) {
      			throw new Error(\`Stopped after \${DEADLINE_MS} ms without a result.\`)
      		}
      		const reply = await ask(log)
      		log.push(reply)
      		if (reply.done) {
      			return reply
      		}
      	}
      }
      module.exports = { go }
      "
    `);
  });

  it("is that of the code round the loop, where the file has several", () => {
    const code = [
      'import { ask } from "./m.js";',
      "export const one = () => {",
      "    const a = () => {",
      "        return () => {",
      "            return 1;",
      "        };",
      "    };",
      "    return a;",
      "};",
      "export async function go(log) {",
      "\twhile (!log.done) {",
      "\t\tconst reply = await ask(log);",
      "\t\tlog.push(reply);",
      "\t}",
      "}",
      "export async function went(log) {",
      "  while (!log.done) log.push(await ask(log));",
      "}",
      "",
    ].join("\n");
    const { config } = readConfig({ ...settings });
    const [tabs, spaces] = checkSuggestions({ path: "/go.js", text: code, config }).filter(({ rule }) => rule === "no-unbounded-loop");
    expect(tabs?.text).toContain("\tlet steps = 0;\n\tconst deadline = Date.now() + DEADLINE_MS;\n\twhile (!log.done) {\n\t\tif (++steps > MAX_STEPS) throw");
    expect(spaces?.text).toContain("  while (!log.done) {\n    if (++steps > MAX_STEPS) throw");
  });

  it("puts on a line of its own what joins others that have theirs", () => {
    expect(
      mended(`
        import { ask } from "./m.js";
        export async function go(
          log,
          hint,
        ) {
          const reply = await ask(log, hint);
          log.push(reply);
          return reply.done
            ? reply
            : go(
                log,
                reply.hint,
              );
        }
      `),
    ).toMatchInlineSnapshot(`
      "
      import { ask } from "./m.js";

      const MAX_DEPTH = 20;
      const DEADLINE_MS = 10 * 60_000;

      export async function go(
        log,
        hint,
        depth = 0,
        deadline = Date.now() + DEADLINE_MS,
      ) {
        if (depth >= MAX_DEPTH) throw new Error(\`Stopped at depth \${depth} without a result.\`);
        if (Date.now() >= deadline) throw new Error(\`Stopped after \${DEADLINE_MS} ms without a result.\`);
        const reply = await ask(log, hint);
        log.push(reply);
        return reply.done
          ? reply
          : go(
              log,
              reply.hint,
              depth + 1,
              deadline,
            );
      }
      "
    `);
  });

  it("is not offered where nothing tells one tool from another that is given the same", () => {
    const code = (action: string): string => `
      import OpenAI from "openai";
      import { list } from "./tools.js";
      const client = new OpenAI();
      export async function go(messages) {
        for (let i = 0; i < 9; i++) {
          const reply = await client.chat.completions.create({ model: "m", messages });
          for (const call of reply.choices[0].message.tool_calls) {
            const { name, arguments: input } = call.function;
            const tool = list.find((each) => each.name === name);
            const content = await ${action};
            messages.push({ role: "tool", tool_call_id: call.id, content });
          }
        }
      }
    `;
    const mends = (action: string): number => checkFix(code(action), { rule: "require-progress-check", preset: "strict" }).filter(({ title }) => title.startsWith("Stop when")).length;
    expect(mends("tool.run(call)")).toBe(1);
    expect(mends("tool.run(JSON.parse(input))")).toBe(0);
  });

  it("leaves the comment above a call with the call", () => {
    expect(
      mended(
        `
        import OpenAI from "openai";
        import { handlers } from "./tools.js";
        const client = new OpenAI();
        export async function go(messages) {
          for (let i = 0; i < 9; i++) {
            const reply = await client.chat.completions.create({ model: "m", messages });
            for (const call of reply.choices[0].message.tool_calls) {
              // Whatever the model wants.
              const content = await handlers[call.function.name](call.function.arguments);
              messages.push({ role: "tool", tool_call_id: call.id, content });
            }
          }
        }
      `,
        { rule: "require-progress-check", preset: "strict" },
      ),
    ).toMatch(/times: \$\{action\}`\);\n +\/\/ Whatever the model wants\.\n +const content = await handlers/);
  });

  it("has names that are free, and figures that are there already", () => {
    expect(
      mended(`
        import { ask } from "./m.js";
        const MAX_STEPS = 12;
        export const settings = { steps: MAX_STEPS };
        export async function go(log, steps) {
          while (!log.done) log.push(await ask(log, steps));
        }
      `),
    ).toMatchInlineSnapshot(`
      "
      import { ask } from "./m.js";

      const DEADLINE_MS = 10 * 60_000;
      const MAX_STEPS = 12;
      export const settings = { steps: MAX_STEPS };
      export async function go(log, steps) {
        let turns = 0;
        const deadline = Date.now() + DEADLINE_MS;
        while (!log.done) {
          if (++turns > MAX_STEPS) throw new Error(\`Stopped after \${MAX_STEPS} steps without a result.\`);
          if (Date.now() >= deadline) throw new Error(\`Stopped after \${DEADLINE_MS} ms without a result.\`);
          log.push(await ask(log, steps));
        }
      }
      "
    `);
  });
});

describe("on the guard library", () => {
  const onGuard = { settings: { ...settings, scaffold: "guard" } };

  it("joins an import that is there", () => {
    expect(
      mended(
        `
          import { keyFor } from "@agent-loop/guard";
          import OpenAI from "openai";
          const client = new OpenAI();
          export async function go(messages: OpenAI.ChatCompletionMessageParam[]) {
            while (true) {
              const reply = await client.chat.completions.create({ model: keyFor({ task: "t", tool: "x" }), messages });
              messages.push(reply.choices[0]!.message);
              if (!reply.choices[0]!.message.tool_calls) return messages;
            }
          }
        `,
        onGuard,
      ),
    ).toMatchInlineSnapshot(`
      "
      import { keyFor, createBudget } from "@agent-loop/guard";
      import OpenAI from "openai";
      const client = new OpenAI();
      export async function go(messages: OpenAI.ChatCompletionMessageParam[]) {
        const budget = createBudget({ steps: 20, tokens: 200_000 });
        while (true) {
          const limit = budget.step();
          if (limit) throw new Error(\`Stopped without a result: out of \${limit}.\`);
          const reply = await client.chat.completions.create({ model: keyFor({ task: "t", tool: "x" }), messages });
          budget.use(reply);
          messages.push(reply.choices[0]!.message);
          if (!reply.choices[0]!.message.tool_calls) return messages;
        }
      }
      "
    `);
  });

  it("imports only what the library exports", () => {
    const imported = new Set<string>();
    for (const { path, text, settings: own } of readCases()) {
      const { config } = readConfig({ preset: "strict", ...own, scaffold: "guard" });
      const { findings, model } = lintText({ path, text, config });
      const engineered = (model?.loops ?? []).map((loop) => model && engineerLoop(model, loop, text, config.settings)).filter((suggestion) => suggestion !== undefined);
      for (const { edits } of [...findings.flatMap(({ suggestions }) => suggestions), ...engineered]) {
        const written = edits.map((edit) => edit.text).join("\n");
        for (const [, names = ""] of written.matchAll(/import \{([^}]*)\} from ["']@agent-loop\/guard["']/g)) {
          for (const name of names.split(",")) imported.add(name.trim());
        }
      }
    }
    expect(imported.size).toBeGreaterThan(1);
    expect([...imported].filter((name) => !(name in guard))).toEqual([]);
  });
});

describe("two suggestions of one file", () => {
  it("never combine into code that cannot be read", () => {
    let pairs = 0;
    for (const { id, path, text, settings: own } of readCases()) {
      const { config } = readConfig({ preset: "strict", ...own });
      const { findings } = lintText({ path, text, config });
      const all = findings.flatMap(({ rule, suggestions }) => suggestions.map(({ edits }) => ({ rule, edits })));
      for (const [index, first] of all.entries()) {
        for (const second of all.slice(index + 1)) {
          // Hosts apply one after the other, or both where nothing of one lies within the other.
          if (touch(first.edits, second.edits)) continue;
          pairs++;
          const both = applyEdits(text, [...first.edits, ...second.edits].map(({ span, text: written }) => ({ ...span, text: written })));
          expect(lintText({ path, text: both, config }).failure, `${id}: ${first.rule} with ${second.rule}\n${both}`).toBeUndefined();
          expect(twiceDeclared(both), `${id}: ${first.rule} with ${second.rule}`).toEqual(twiceDeclared(text));
        }
      }
    }
    expect(pairs).toBeGreaterThan(0);
  });

  function touch(a: readonly Edit[], b: readonly Edit[]): boolean {
    const start = (edits: readonly Edit[]): number => Math.min(...edits.map(({ span }) => span.start));
    const end = (edits: readonly Edit[]): number => Math.max(...edits.map(({ span }) => span.end));
    return start(a) <= end(b) && start(b) <= end(a);
  }

  function twiceDeclared(text: string): string[] {
    const declared = [...text.matchAll(/^(?:const|let|function|async function) ([\w$]+)/gm)].map(([, name]) => name ?? "");
    return declared.filter((name, index) => declared.indexOf(name) !== index);
  }
});
