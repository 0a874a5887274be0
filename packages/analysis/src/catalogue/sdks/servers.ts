import type { Sdk } from "../schema.js";
import { unverified } from "../source.js";

const ws = unverified("ws@8.23.0");
const http = unverified("@types/express@5.0.6");
const methods = ["get", "post", "put", "patch", "delete", "all", "use"];
const on = (...types: readonly string[]): readonly string[] => types.flatMap((type) => methods.map((method) => `${type}.${method}`));

/** Servers and sockets: each pass waits for somebody outside. */
export const servers: Sdk = {
  id: "servers",
  packages: ["ws", "express", "fastify", "hono", "koa", "socket.io"],
  checked: { ws: "8.23.0", "@types/ws": "8.18.2", express: "5.3.0", "@types/express": "5.0.6", fastify: "5.12.8", hono: "4.13.19", koa: "3.3.0", "socket.io": "4.8.4" },
  same: { "Express#": "App#", "Application#": "App#", "FastifyInstance#": "App#" },
  rows: [
    { kind: "items-from-outside", at: ["WebSocketServer#.on", "WebSocketServer#.once", "WebSocket#.on", "WebSocket#.addEventListener"], handler: "1", source: ws },
    { kind: "effect", at: "WebSocket#.send", verb: "send", source: ws },
    { kind: "returns", at: ["default", "fastify"], type: "App#", source: http },
    { kind: "returns", at: ["Router", "default.Router"], type: "Router#", source: http },
    { kind: "items-from-outside", at: on("App#", "Router#"), handler: "-1", source: http },
    { kind: "items-from-outside", at: on("Hono#"), handler: "-1", source: unverified("hono@4.13.19") },
    { kind: "items-from-outside", at: ["Server#.on", "Socket#.on"], handler: "1", source: unverified("socket.io@4.8.4") },
  ],
};
