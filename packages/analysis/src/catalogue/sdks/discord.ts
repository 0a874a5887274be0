import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("discord.js@14.28.1")("typings/index.d.mts:1192");

export const discord: Sdk = {
  id: "discord",
  packages: ["discord.js"],
  checked: { "discord.js": "14.28.1" },
  rows: [
    {
      kind: "channel",
      at: ["Client#.on", "Client#.addListener"],
      handler: "1",
      event: "0",
      events: ["messageCreate", "Events.MessageCreate", "message"],
      raisedBy: ["Message#.reply", "Message#.channel.send", "TextChannel#.send", "Webhook#.send"],
      selfSigns: ["author.id", "author.bot", "author", "webhookId", "system"],
      source,
      ownCheck: { of: "0", test: "$.author.id === $.client.user?.id" },
      note: "A bot receives its own messages.",
    },
    {
      kind: "parameter",
      at: ["Client#.on", "Client#.once"],
      function: "1",
      parameter: "0",
      type: "Message#",
      when: { option: "0", values: ["messageCreate", "Events.MessageCreate"] },
      source,
    },
    {
      kind: "effect",
      at: [
        "Message#.reply",
        "TextChannel#.send",
        "TextBasedChannel#.send",
        "ThreadChannel#.send",
        "DMChannel#.send",
        "User#.send",
      ],
      verb: "send",
      key: ["0.nonce"],
      source,
      note: "The nonce counts only with `enforceNonce`.",
    },
    {
      kind: "effect",
      at: "Message#.channel.send",
      verb: "send",
      key: ["0.nonce"],
      untyped: true,
      source,
      note: "Which channel it is depends on a type parameter, so the types show no member of it.",
    },
    {
      kind: "effect",
      at: [
        "WebhookClient#.send",
        "Webhook#.send",
        "ChatInputCommandInteraction#.reply",
        "ChatInputCommandInteraction#.followUp",
      ],
      verb: "send",
      source,
    },
    {
      kind: "effect",
      at: ["Message#.edit", "Message#.react", "Message#.pin"],
      verb: "write",
      idempotent: true,
      source,
    },
    {
      kind: "effect",
      at: ["Message#.delete", "GuildMember#.ban", "GuildMember#.kick"],
      verb: "delete",
      idempotent: true,
      destructive: true,
      source,
    },
    { kind: "items-from-outside", at: ["Client#.on"], handler: "1", source },
  ],
};
