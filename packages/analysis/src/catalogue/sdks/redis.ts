import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("redis@6.3.1")("dist/index.d.ts:2486");

export const redis: Sdk = {
  id: "redis",
  packages: ["redis", "ioredis", "@upstash/redis"],
  checked: { redis: "6.3.1", ioredis: "6.0.0" },
  same: { default: "Redis", "RedisClientType#": "Redis#" },
  rows: [
    { kind: "returns", at: "createClient", type: "Redis#", source },
    { kind: "returns", at: "Redis#.duplicate", type: "Redis#", source },
    {
      kind: "memory",
      at: [
        "Redis#.rPush",
        "Redis#.lPush",
        "Redis#.rpush",
        "Redis#.lpush",
        "Redis#.set",
        "Redis#.append",
        "Redis#.xAdd",
      ],
      value: "1",
      namedAt: "0",
      source,
    },
    { kind: "memory", at: ["Redis#.hSet", "Redis#.hset"], value: "2", namedAt: "0", source },
    {
      kind: "effect",
      at: [
        "Redis#.rPush",
        "Redis#.lPush",
        "Redis#.rpush",
        "Redis#.lpush",
        "Redis#.incr",
        "Redis#.append",
        "Redis#.xAdd",
        "Redis#.xadd",
      ],
      verb: "write",
      topic: "0",
      source,
    },
    {
      kind: "effect",
      at: ["Redis#.set", "Redis#.hSet", "Redis#.hset", "Redis#.sAdd", "Redis#.sadd", "Redis#.zAdd"],
      verb: "write",
      idempotent: true,
      source,
    },
    {
      kind: "effect",
      at: ["Redis#.del", "Redis#.flushAll", "Redis#.flushall"],
      verb: "delete",
      idempotent: true,
      destructive: true,
      source,
    },
    { kind: "effect", at: "Redis#.publish", verb: "send", topic: "0", source },
    {
      kind: "channel",
      at: "Redis#.subscribe",
      handler: "1",
      topic: "0",
      raisedBy: ["Redis#.publish"],
      selfSigns: [],
      source,
    },
    {
      kind: "items-from-outside",
      at: ["Redis#.blPop", "Redis#.blpop", "Redis#.brPop", "Redis#.brpop", "Redis#.xReadGroup", "Redis#.xread"],
      source,
    },
  ],
};
