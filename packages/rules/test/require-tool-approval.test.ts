import { describe, it } from "vitest";
import { check, checkSilent } from "../../../test/kit/fixture.js";

const options = { rule: "require-tool-approval", preset: "strict" } as const;

const tool = (schema: string, body: string, rest = ""): string => `
  import { rm } from "node:fs/promises";
  import { execSync } from "node:child_process";
  import { tool } from "ai";
  import { z } from "zod";
  import Stripe from "stripe";
  import { confirmDelete, ALLOWED, policy } from "./setup.js";
  const stripe = new Stripe("");
  export const work = tool({ inputSchema: z.object({ ${schema} }),${rest} execute: async (input) => {
    ${body}
  } });
`;

describe("require-tool-approval reports", () => {
  it("what the model names freely", () => {
    check(
      tool(
        "path: z.string(), charge: z.string()",
        `
    await rm(input.path);
    //    ^^^^^^^^^^^^^^ require-tool-approval: on the model's word alone
    await stripe.refunds.create({ charge: input.charge });
    //    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ require-tool-approval
      `,
      ),
      options,
    );
  });

  it("a command whose first word the model writes", () => {
    check(
      tool(
        "command: z.string(), args: z.string()",
        `
    execSync(\`git log \${input.args}\`);
    execSync(\`\${input.command} \${input.args}\`);
  //^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ require-tool-approval
      `,
      ),
      options,
    );
  });
});

describe("require-tool-approval is silent", () => {
  it.each([
    ["where somebody is asked", tool("path: z.string()", "await rm(input.path);", " needsApproval: true,")],
    ["where a function decides who is asked", tool("path: z.string()", "await rm(input.path);", " needsApproval: ({ path }) => path !== '/tmp',")],
    ["where a list says what may be removed", tool("path: z.string()", "if (!ALLOWED.includes(input.path)) return 'no'; await rm(input.path);").replace("ALLOWED", "isAllowed").replaceAll("ALLOWED.includes", "isAllowed")],
    ["where a policy is asked", tool("path: z.string()", "if (!policy.permits(input)) return 'no'; await rm(input.path);")],
    ["where a helper confirms", tool("path: z.string()", "await confirmDelete(input.path); await rm(input.path);")],
    ["where the choice is among a few", tool("kind: z.enum(['dist', 'cache'])", "await rm(`/srv/${input.kind}`);")],
    ["where nothing of it is the model's", tool("kind: z.string()", "await rm('/srv/cache'); return input.kind;")],
  ])("%s", (_, code) => {
    checkSilent(code, options);
  });

  it("about a deletion that no model asks for", () => {
    checkSilent(
      `
      import { rm } from "node:fs/promises";
      export const clean = (path: string) => rm(path);
      `,
      options,
    );
  });
});
