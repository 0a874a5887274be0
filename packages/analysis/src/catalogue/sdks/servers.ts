import type { Sdk } from "../schema.js";
import { unverified } from "../source.js";

const source = unverified("ws@8.23.0");
const http = unverified("express@5.0.0");
const note = "Not among the packages that are installed for the check.";

/** Servers and sockets: each pass waits for somebody outside. */
export const servers: Sdk = {
  id: "servers",
  packages: ["ws", "express", "fastify", "hono", "koa", "socket.io"],
  checked: { ws: "8.23.0", "@types/ws": "8.18.2" },
  same: { default: "WebSocket" },
  rows: [
    { kind: "items-from-outside", at: ["WebSocketServer#.on", "WebSocket#.on"], handler: "1", source },
    { kind: "effect", at: "WebSocket#.send", verb: "send", source },
    { kind: "items-from-outside", at: ["WebSocket#.addEventListener"], handler: "1", source },
    { kind: "items-from-outside", at: ["WebSocket()", "fastify()", "WebSocket().get", "WebSocket().post", "WebSocket().put", "WebSocket().delete", "WebSocket().all", "WebSocket().use", "fastify().get", "fastify().post", "Router().get", "Router().post", "Hono#.get", "Hono#.post", "Koa#.use"], handler: "-1", untyped: true, source: http, note },
    { kind: "items-from-outside", at: ["Server#.on", "Socket#.on"], handler: "1", untyped: true, source: unverified("socket.io@4.8.0"), note },
  ],
};
