import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("socket.io@4.8.4")("dist/typed-events.d.ts:79");

export const socketIo: Sdk = {
  id: "socket-io",
  packages: ["socket.io", "socket.io-client"],
  checked: { "socket.io": "4.8.4" },
  rows: [
    { kind: "items-from-outside", at: ["Server#.on", "Socket#.on"], handler: "1", source },
    { kind: "effect", at: ["Socket#.emit", "Server#.emit"], verb: "send", source },
  ],
};
