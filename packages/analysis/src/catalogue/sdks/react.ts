import type { Sdk } from "../schema.js";
import { unverified } from "../source.js";

/** Effects of components: one that changes what it depends on runs again. */
export const react: Sdk = {
  id: "react",
  packages: ["react", "preact/hooks"],
  checked: { react: "19.3.1", "@types/react": "19.3.3" },
  rows: [
    {
      kind: "channel",
      at: ["useEffect", "useLayoutEffect"],
      handler: "0",
      event: "1",
      raisedBy: ["@ai-sdk/react:Chat#.sendMessage", "@ai-sdk/react:Chat#.regenerate"],
      selfSigns: ["current"],
      states: ["useState", "useReducer"],
      source: unverified("@types/react@19.3.3"),
      note: "The second argument lists what it depends on; a handler that changes one of these raises it again.",
    },
  ],
};
