import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("@supabase/supabase-js@2.109.0")("dist/index.d.mts:763");

export const supabase: Sdk = {
  id: "supabase",
  packages: ["@supabase/supabase-js", "@supabase/ssr"],
  checked: { "@supabase/supabase-js": "2.109.0", "@supabase/ssr": "0.12.7" },
  rows: [
    {
      kind: "returns",
      at: ["createClient", "createServerClient", "createBrowserClient"],
      type: "SupabaseClient#",
      source,
    },
    { kind: "returns", at: "SupabaseClient#.from", type: "Table#", source },
    { kind: "returns", at: "SupabaseClient#.channel", type: "RealtimeChannel#", source },
    { kind: "returns", at: "RealtimeChannel#.on", type: "RealtimeChannel#", same: true, source },
    {
      kind: "channel",
      at: "RealtimeChannel#.on",
      handler: "2",
      topic: "1.table",
      raisedBy: ["Table#.insert"],
      raisedTopic: "new.0",
      selfSigns: [],
      source,
    },
    { kind: "effect", at: "Table#.insert", verb: "create", source },
    { kind: "effect", at: ["Table#.upsert", "Table#.update"], verb: "write", idempotent: true, source },
    { kind: "effect", at: "Table#.delete", verb: "delete", idempotent: true, destructive: true, source },
    { kind: "effect", at: ["SupabaseClient#.rpc", "SupabaseClient#.functions.invoke"], verb: "run", source },
  ],
};
