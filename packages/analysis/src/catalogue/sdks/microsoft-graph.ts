import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("@microsoft/microsoft-graph-client@3.0.7")("lib/src/Client.d.ts:28");

export const microsoftGraph: Sdk = {
  id: "microsoft-graph",
  packages: ["@microsoft/microsoft-graph-client"],
  checked: { "@microsoft/microsoft-graph-client": "3.0.7" },
  rows: [
    { kind: "returns", at: ["Client.init", "Client.initWithMiddleware"], type: "Client#", source },
    { kind: "returns", at: "Client#.api", type: "GraphRequest#", source },
    {
      kind: "effect",
      at: ["GraphRequest#.post", "GraphRequest#.create"],
      verb: "create",
      source,
      note: '`api("/me/sendMail").post()` sends mail.',
    },
    {
      kind: "effect",
      at: ["GraphRequest#.patch", "GraphRequest#.put", "GraphRequest#.update"],
      verb: "write",
      idempotent: true,
      source,
    },
    { kind: "effect", at: "GraphRequest#.delete", verb: "delete", idempotent: true, destructive: true, source },
  ],
};
