import type { Sdk } from "../schema.js";
import { ranIn, readIn, unverified } from "../source.js";

const read = readIn("@slack/web-api@8.2.0");
const ran = ranIn("@slack/web-api@8.2.0");
const bolt = readIn("@slack/bolt@5.1.0")("dist/App.js:81");
const sayRaises = [
  "Say#",
  "WebClient#.chat.postMessage",
  "WebClient#.chat.update",
  "WebClient#.chat.postEphemeral",
] as const;

export const slack: Sdk = {
  id: "slack",
  packages: ["@slack/web-api", "@slack/bolt", "@slack/webhook"],
  checked: { "@slack/web-api": "8.2.0", "@slack/bolt": "5.1.0", "@slack/webhook": "8.0.2" },
  rows: [
    {
      kind: "effect",
      at: [
        "WebClient#.chat.postMessage",
        "WebClient#.chat.postEphemeral",
        "WebClient#.chat.scheduleMessage",
        "WebClient#.files.uploadV2",
        "WebClient#.conversations.create",
        "WebClient#.conversations.open",
        "WebClient#.pins.add",
        "WebClient#.bookmarks.add",
        "WebClient#.reminders.add",
      ],
      verb: "send",
      topic: "0.channel",
      source: read("dist/methods.d.ts:872"),
      note: "No key is honoured.",
    },
    {
      kind: "effect",
      at: [
        "WebClient#.chat.update",
        "WebClient#.reactions.add",
        "WebClient#.conversations.setTopic",
        "WebClient#.conversations.invite",
      ],
      verb: "write",
      idempotent: true,
      source: readIn("@slack/web-api@8.2.0")("dist/methods.d.ts:904"),
    },
    {
      kind: "effect",
      at: ["WebClient#.chat.delete", "WebClient#.files.delete", "WebClient#.conversations.archive"],
      verb: "delete",
      idempotent: true,
      destructive: true,
      source: readIn("@slack/web-api@8.2.0")("dist/methods.d.ts:847"),
    },
    {
      kind: "retry",
      at: "WebClient",
      limit: { option: "1.retryConfig.retries", measure: "steps", default: 10, unlimited: ["Infinity"] },
      source: ran("dist/WebClient.js:123"),
      note: "`chat.postMessage` is sent up to eleven times in half an hour.",
    },
    {
      kind: "retry",
      at: "WebClient",
      when: "1.retryConfig.forever",
      limit: { option: "1.retryConfig.forever", measure: "steps", default: 10, unlimited: [true] },
      source: unverified("@slack/web-api@8.2.0"),
    },
    {
      kind: "effect",
      at: "IncomingWebhook#.send",
      verb: "send",
      source: readIn("@slack/webhook@8.0.2")("dist/IncomingWebhook.d.ts:58"),
    },

    { kind: "member", at: ["App#.client"], type: "@slack/web-api:WebClient#", source: bolt },
    {
      kind: "parameter",
      at: ["App#.message", "App#.event", "App#.command", "App#.action", "App#.shortcut", "App#.view", "App#.use"],
      function: "-1",
      parameter: "0.client",
      type: "@slack/web-api:WebClient#",
      source: bolt,
    },
    {
      kind: "parameter",
      at: ["App#.message", "App#.event", "App#.command", "App#.action", "App#.use"],
      function: "-1",
      parameter: "0.say",
      type: "Say#",
      source: bolt,
    },
    {
      kind: "parameter",
      at: ["App#.command", "App#.action", "App#.shortcut"],
      function: "-1",
      parameter: "0.respond",
      type: "Say#",
      source: bolt,
    },
    { kind: "effect", at: "Say#", verb: "send", source: bolt },
    {
      kind: "channel",
      at: "App#.message",
      handler: "-1",
      events: ["message"],
      raisedBy: sayRaises,
      selfSigns: ["bot_id", "subtype", "user", "app_id", "bot_profile"],
      ownCheck: { of: "0.message", test: '"bot_id" in $ && $.bot_id' },
      filtersOwn: true,
      filtersOwnUnless: { option: "new.0.ignoreSelf", values: [false] },
      source: bolt,
    },
    {
      kind: "channel",
      at: "App#.event",
      handler: "-1",
      event: "0",
      events: ["message"],
      raisedBy: sayRaises,
      selfSigns: ["bot_id", "subtype", "user", "app_id", "bot_profile"],
      filtersOwn: true,
      filtersOwnUnless: { option: "new.0.ignoreSelf", values: [false] },
      source: bolt,
    },
    {
      kind: "items-from-outside",
      at: ["App#.command", "App#.action", "App#.shortcut", "App#.view"],
      handler: "-1",
      source: bolt,
    },
  ],
};
