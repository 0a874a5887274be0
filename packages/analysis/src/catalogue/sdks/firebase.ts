import type { Sdk } from "../schema.js";
import { readIn } from "../source.js";

const source = readIn("firebase-admin@13.10.0")("lib/firestore/index.d.ts:40");

export const firebase: Sdk = {
  id: "firebase",
  packages: ["firebase-admin", "firebase-admin/firestore", "@google-cloud/firestore"],
  checked: { "firebase-admin": "13.10.0" },
  rows: [
    { kind: "returns", at: ["getFirestore", "default.firestore", "firestore"], type: "Firestore#", source },
    {
      kind: "returns",
      at: ["Firestore#.collection", "DocumentReference#.collection"],
      type: "CollectionReference#",
      source,
    },
    { kind: "returns", at: ["Firestore#.doc", "CollectionReference#.doc"], type: "DocumentReference#", source },
    { kind: "effect", at: "CollectionReference#.add", verb: "create", source },
    {
      kind: "effect",
      at: ["DocumentReference#.set", "DocumentReference#.update", "DocumentReference#.create"],
      verb: "write",
      idempotent: true,
      source,
      note: "`create` is refused when the document exists.",
    },
    { kind: "effect", at: "DocumentReference#.delete", verb: "delete", idempotent: true, destructive: true, source },
  ],
};
