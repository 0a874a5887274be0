import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("@hubspot/api-client@14.0.1")("lib/src/configuration/IConfiguration.d.ts:14");

export const hubspot: Sdk = {
  id: "hubspot",
  packages: ["@hubspot/api-client"],
  checked: { "@hubspot/api-client": "14.0.1" },
  rows: [
    {
      kind: "effect",
      at: [
        "Client#.crm.contacts.basicApi.create",
        "Client#.crm.deals.basicApi.create",
        "Client#.crm.companies.basicApi.create",
        "Client#.crm.tickets.basicApi.create",
      ],
      verb: "create",
      source,
    },
  ],
};
