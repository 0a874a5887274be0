import type { Sdk } from "../schema.js";
import { readIn, unverified } from "../source.js";

const jira5 = readIn("jira.js@5.4.0")("dist/esm/types/version3/issues.d.ts:80");
const jira6 = readIn("jira.js@6.2.0")("dist/cloud/api/issues.d.ts:72");
const calendar = readIn("@googleapis/calendar@20.0.1")("build/v3.d.ts:484");
const gmail = readIn("@googleapis/gmail@22.0.1")("build/v1.d.ts:3185");
const hubspot = readIn("@hubspot/api-client@14.0.1")("lib/src/configuration/IConfiguration.d.ts:14");

/** Trackers, calendars, mailboxes and customer records. */
export const trackers: Sdk = {
  id: "trackers",
  packages: ["jira.js", "googleapis", "@googleapis/calendar", "@googleapis/gmail", "@hubspot/api-client", "intercom-client", "@microsoft/microsoft-graph-client"],
  checked: { "jira.js": "6.2.0", "@googleapis/calendar": "20.0.1", "@googleapis/gmail": "22.0.1", "@hubspot/api-client": "14.0.1", "intercom-client": "7.0.3", "@microsoft/microsoft-graph-client": "3.0.7" },
  same: { Version2Client: "Version3Client" },
  rows: [
    { kind: "effect", at: ["createIssue", "addComment"], since: "6", verb: "create", source: jira6 },
    { kind: "effect", at: ["Version3Client#.issues.createIssue", "Version3Client#.issueComments.addComment"], until: "5", verb: "create", source: jira5 },
    { kind: "returns", at: ["calendar", "google.calendar"], type: "Calendar#", source: calendar },
    { kind: "returns", at: ["gmail", "google.gmail"], type: "Gmail#", source: gmail },
    { kind: "effect", at: "Calendar#.events.insert", verb: "create", key: ["0.requestBody.id", "0.requestBody.conferenceData.createRequest.requestId"], source: calendar },
    { kind: "effect", at: "Calendar#.events.delete", verb: "delete", idempotent: true, destructive: true, source: unverified("@googleapis/calendar@20.0.1") },
    { kind: "effect", at: ["Gmail#.users.messages.send", "Gmail#.users.drafts.send"], verb: "send", destructive: true, source: gmail },
    { kind: "effect", at: ["Client#.crm.contacts.basicApi.create", "Client#.crm.deals.basicApi.create", "Client#.crm.companies.basicApi.create", "Client#.crm.tickets.basicApi.create"], verb: "create", source: hubspot },
    { kind: "effect", at: ["IntercomClient#.messages.create", "IntercomClient#.conversations.reply", "IntercomClient#.tickets.create"], verb: "send", source: unverified("intercom-client@7.0.3") },
    { kind: "returns", at: ["Client.init", "Client.initWithMiddleware"], type: "Client#", source: unverified("@microsoft/microsoft-graph-client@3.0.7") },
    { kind: "returns", at: "Client#.api", type: "GraphRequest#", source: unverified("@microsoft/microsoft-graph-client@3.0.7") },
    { kind: "effect", at: ["GraphRequest#.post", "GraphRequest#.create"], verb: "create", source: unverified("@microsoft/microsoft-graph-client@3.0.7") },
    { kind: "effect", at: ["GraphRequest#.patch", "GraphRequest#.put", "GraphRequest#.update"], verb: "write", idempotent: true, source: unverified("@microsoft/microsoft-graph-client@3.0.7") },
    { kind: "effect", at: ["GraphRequest#.delete"], verb: "delete", idempotent: true, destructive: true, source: unverified("@microsoft/microsoft-graph-client@3.0.7") },
  ],
};
