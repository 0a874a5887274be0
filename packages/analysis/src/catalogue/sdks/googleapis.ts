import type { Sdk } from "../schema.js";
import { readIn, unverified } from "../source.js";

const calendar = readIn("@googleapis/calendar@20.0.1")("build/v3.d.ts:484");
const gmail = readIn("@googleapis/gmail@22.0.1")("build/v1.d.ts:3185");

const note = "`googleapis` holds every service and is too large to be installed for the check.";

export const googleapis: Sdk = {
  id: "googleapis",
  packages: ["googleapis", "@googleapis/calendar", "@googleapis/gmail"],
  checked: { "@googleapis/calendar": "20.0.1", "@googleapis/gmail": "22.0.1" },
  rows: [
    { kind: "returns", at: "calendar", type: "Calendar#", source: calendar },
    { kind: "returns", at: "gmail", type: "Gmail#", source: gmail },
    {
      kind: "returns",
      at: "google.calendar",
      type: "Calendar#",
      untyped: true,
      source: unverified("googleapis@150.0.0"),
      note,
    },
    {
      kind: "returns",
      at: "google.gmail",
      type: "Gmail#",
      untyped: true,
      source: unverified("googleapis@150.0.0"),
      note,
    },
    {
      kind: "effect",
      at: "Calendar#.events.insert",
      verb: "create",
      key: ["0.requestBody.id", "0.requestBody.conferenceData.createRequest.requestId"],
      source: calendar,
    },
    {
      kind: "effect",
      at: "Calendar#.events.delete",
      verb: "delete",
      idempotent: true,
      destructive: true,
      source: readIn("@googleapis/calendar@20.0.1")("build/v3.d.ts:3519"),
    },
    {
      kind: "effect",
      at: ["Gmail#.users.messages.send", "Gmail#.users.drafts.send"],
      verb: "send",
      destructive: true,
      source: gmail,
    },
    {
      kind: "effect",
      at: ["google.compute().*.insert", "google.run().*.create"],
      verb: "deploy",
      key: ["0.requestId"],
      untyped: true,
      source: unverified("googleapis@150.0.0"),
      note,
    },
  ],
};
