import type { EffectRow, Sdk } from "../schema.js";
import { readIn } from "../source.js";

const read = readIn("axios@1.21.1");
const at = (method: string): readonly string[] => [`axios.${method}`, `AxiosInstance#.${method}`];
const write: Omit<EffectRow, "at" | "verb"> = {
  kind: "effect",
  url: "0",
  body: "1",
  headers: "2.headers",
  source: read("index.d.ts:691"),
};

export const axios: Sdk = {
  id: "axios",
  packages: ["axios"],
  checked: { axios: "1.21.1" },
  same: { default: "axios", "Axios#": "AxiosInstance#", "AxiosStatic#": "AxiosInstance#" },
  rows: [
    {
      kind: "returns",
      at: ["axios.create", "AxiosInstance#.create"],
      type: "AxiosInstance#",
      source: read("index.d.ts:691"),
    },
    { ...write, at: [...at("post"), ...at("postForm")], verb: "write" },
    { ...write, at: [...at("patch"), ...at("patchForm")], verb: "write" },
    { ...write, at: [...at("put"), ...at("putForm")], verb: "write", idempotent: true },
    {
      kind: "effect",
      at: at("delete"),
      verb: "delete",
      idempotent: true,
      destructive: true,
      url: "0",
      headers: "1.headers",
      source: read("index.d.ts:691"),
    },
    {
      kind: "effect",
      at: ["axios", "AxiosInstance#", ...at("request")],
      verb: "write",
      method: "0.method",
      url: "0.url",
      body: "0.data",
      headers: "0.headers",
      source: read("index.d.ts:691"),
    },
    { kind: "error-class", at: "AxiosError", means: "other", source: read("index.d.ts:691") },
  ],
};
