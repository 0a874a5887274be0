import { describe, it } from "vitest";
import { check, checkSilent } from "../../../test/kit/fixture.js";

const inTool = (imports: string, body: string): string => `
  import { tool } from "ai";
  import { z } from "zod";
  ${imports}
  export const act = tool({
    description: "Does what is asked for",
    inputSchema: z.object({ id: z.string(), cents: z.number() }),
    execute: async ({ id, cents }) => {
      try {
        ${body}
        return "done";
      } catch (error) {
        return String(error);
      }
    },
  });
`;
const adyen = `import { CheckoutAPI, Client } from "@adyen/api-library";
  const checkout = new CheckoutAPI(new Client({ apiKey: "k", environment: "LIVE" }));`;
const trigger = 'import { tasks } from "@trigger.dev/sdk";';

describe("require-idempotency-key and services that take a key", () => {
  const rule = "require-idempotency-key";
  it("reports a payment with nothing but a label", () => {
    check(
      inTool(
        adyen,
        `await checkout.PaymentsApi.payments({ amount: { value: cents }, reference: id });
        //    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ ${rule}: nothing tells the second time from the first`,
      ),
      { rule },
    );
  });

  it("reports a task that is started", () => {
    check(
      inTool(
        trigger,
        `await tasks.trigger("render", { id });
        //    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ ${rule}: nothing tells the second time from the first`,
      ),
      { rule },
    );
  });

  it.each([
    ["a payment with a key", inTool(adyen, "await checkout.PaymentsApi.payments({ amount: { value: cents }, reference: id }, { idempotencyKey: id });")],
    ["a payment with another field that may be a key", inTool(adyen, "await checkout.PaymentsApi.payments({ amount: { value: cents }, reference: id, transactionId: id });")],
    ["a task with a key", inTool(trigger, 'await tasks.trigger("render", { id }, { idempotencyKey: id });')],
    ["a command, which takes none", inTool('import { execFileSync } from "node:child_process";', 'execFileSync("render", [id]);')],
  ])("is silent about %s", (_, text) => {
    checkSilent(text, { rule });
  });
});

const genkit = (definition: string, more = ""): string => `
  import { execFile } from "node:child_process";
  import { promisify } from "node:util";
  import { genkit, z } from "genkit";
  const exec = promisify(execFile);
  const ai = genkit({ plugins: [] });
  ${more}
  export const remove = ai.defineTool(
    { name: "remove", description: "Deletes a namespace", inputSchema: z.object({ namespace: z.string() }), outputSchema: z.string() },
    ${definition}
  );
`;

describe("require-tool-approval and an SDK whose tools have no place for a question", () => {
  const rule = "require-tool-approval";
  it("reports a tool that deletes what the model names", () => {
    check(
      genkit(`async ({ namespace }) => {
        const { stdout } = await exec("kubectl", ["delete", "namespace", namespace]);
        //                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ ${rule}: cannot be taken back
        return stdout;
      },`),
      { rule, preset: "strict" },
    );
  });

  it.each([
    ["that interrupts the run to ask", genkit('async ({ namespace }, { interrupt, resumed }) => { if (!resumed) interrupt({ namespace }); const { stdout } = await exec("kubectl", ["delete", "namespace", namespace]); return stdout; },')],
    ["that asks what may be deleted", genkit('async ({ namespace }) => { if (!PREVIEWS.has(namespace)) return "no"; const { stdout } = await exec("kubectl", ["delete", "namespace", namespace]); return stdout; },', 'const PREVIEWS = new Set(["a", "b"]);')],
    ["that only looks", genkit('async ({ namespace }) => { const { stdout } = await exec("kubectl", ["get", "pods", "-n", namespace]); return stdout; },')],
    ["in a file with an interrupt of the SDK", genkit('async ({ namespace }) => { const { stdout } = await exec("kubectl", ["delete", "namespace", namespace]); return stdout; },', 'export const confirm = ai.defineInterrupt({ name: "confirm", description: "Ask", inputSchema: z.string() });')],
  ])("is silent about one %s", (_, text) => {
    checkSilent(text, { rule, preset: "strict" });
  });
});
