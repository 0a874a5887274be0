import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("@types/express@5.0.6")("index.d.ts:18");

/** Each request comes from somebody outside. */
export const express: Sdk = {
  id: "express",
  packages: ["express"],
  checked: { express: "5.3.0", "@types/express": "5.0.6" },
  same: { Express: "Application" },
  rows: [
    { kind: "returns", at: "default", type: "Application#", source },
    { kind: "returns", at: ["Router", "default.Router"], type: "Router#", source },
    {
      kind: "items-from-outside",
      at: [
        "Application#.get",
        "Application#.post",
        "Application#.put",
        "Application#.patch",
        "Application#.delete",
        "Application#.all",
        "Application#.use",
        "Router#.get",
        "Router#.post",
        "Router#.put",
        "Router#.patch",
        "Router#.delete",
        "Router#.all",
        "Router#.use",
      ],
      handler: "-1",
      source,
    },
  ],
};
