import { parser } from "typescript-eslint";
import { ESLint } from "eslint";
import { describe, expect, it } from "vitest";
import plugin from "../src/index.js";

const loop = (name: string): string => `
export async function ${name}(messages: OpenAI.ChatCompletionMessageParam[]) {
  while (true) {
    const reply = await client.chat.completions.create({ model: "m", messages });
    messages.push(reply.choices[0].message);
    if (!reply.choices[0].message.tool_calls) return messages;
  }
}
`;
const TEXT = `import OpenAI from "openai";\n\nconst client = new OpenAI();\n${loop("first")}${loop("second")}`;

async function fixed(...configs: ESLint.Options["overrideConfig"][]): Promise<string | undefined> {
  const eslint = new ESLint({
    fix: true,
    overrideConfigFile: true,
    overrideConfig: [{ files: ["**/*.ts"], languageOptions: { parser } }, plugin.configs.recommended, ...configs.flat().filter((config) => config != null)],
  });
  const [result] = await eslint.lintText(TEXT, { filePath: "loop.ts" });
  return result?.output;
}

describe("eslint --fix", () => {
  it("changes nothing by itself", async () => {
    expect(await fixed()).toBeUndefined();
  });

  it("inserts the scaffolding under `configs.autofix`, one loop after the other", async () => {
    const output = await fixed(plugin.configs.autofix);
    expect(output).not.toContain("while (true)");
    expect(output?.match(/step < MAX_STEPS/g)).toHaveLength(2);
    expect(output?.match(/const MAX_STEPS/g)).toHaveLength(1);
    expect(output?.match(/let tokens = 0/g)).toHaveLength(2);
  });
});
