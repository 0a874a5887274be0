import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("@types/ws@8.18.2")("index.d.mts:399");

export const ws: Sdk = {
  id: "ws",
  packages: ["ws"],
  checked: { ws: "8.23.0", "@types/ws": "8.18.2" },
  same: { default: "WebSocket" },
  rows: [
    {
      kind: "items-from-outside",
      at: [
        "WebSocketServer#.on",
        "WebSocketServer#.once",
        "WebSocket#.on",
        "WebSocket#.once",
        "WebSocket#.addEventListener",
      ],
      handler: "1",
      source,
    },
    { kind: "effect", at: "WebSocket#.send", verb: "send", source },
  ],
};
