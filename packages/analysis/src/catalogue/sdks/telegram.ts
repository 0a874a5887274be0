import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("telegraf@4.16.3")("typings/composer.d.ts:39");
const sends = [
  "Context#.reply",
  "Context#.sendMessage",
  "Context#.telegram.sendMessage",
  "Context#.api.sendMessage",
  "Telegram#.sendMessage",
  "Api#.sendMessage",
] as const;

/** Telegram does not show a bot its own messages, so an answer raises no event for the program itself. */
export const telegram: Sdk = {
  id: "telegram",
  packages: ["telegraf", "grammy"],
  checked: { telegraf: "4.16.3", grammy: "1.46.0" },
  same: { Bot: "Telegraf" },
  rows: [
    {
      kind: "parameter",
      at: ["Telegraf#.on", "Telegraf#.command", "Telegraf#.hears", "Telegraf#.action", "Telegraf#.callbackQuery"],
      function: "-1",
      parameter: "0",
      type: "Context#",
      source,
    },
    {
      kind: "parameter",
      at: ["Telegraf#.use", "Telegraf#.start", "Telegraf#.help"],
      function: "0",
      parameter: "0",
      type: "Context#",
      source,
    },
    {
      kind: "channel",
      at: ["Telegraf#.on", "Telegraf#.hears"],
      handler: "-1",
      event: "0",
      events: ["message", "message:text", "text", "channel_post", "*"],
      raisedBy: sends,
      selfSigns: ["from.is_bot", "from.id", "message.from.is_bot"],
      filtersOwn: true,
      source,
    },
    { kind: "effect", at: [...sends, "Context#.replyWithPhoto", "Context#.replyWithDocument"], verb: "send", source },
    {
      kind: "effect",
      at: ["Context#.editMessageText", "Context#.answerCallbackQuery"],
      verb: "write",
      idempotent: true,
      source,
    },
    {
      kind: "effect",
      at: ["Context#.deleteMessage", "Context#.banChatMember"],
      verb: "delete",
      idempotent: true,
      destructive: true,
      source,
    },
    { kind: "member", at: "Telegraf#.telegram", type: "Telegram#", source },
    { kind: "member", at: "Telegraf#.api", type: "Api#", source: readIn("grammy@1.46.0")("out/bot.d.ts:120") },
    { kind: "items-from-outside", at: ["Telegraf#.on", "Telegraf#.command", "Telegraf#.hears"], handler: "-1", source },
  ],
};
