import { existsSync } from "node:fs";
import { posix } from "@agent-loop/engine";
import type { JsonFile, JsonMessage } from "./formats/json.js";

/**
 * The entry of a file with its paths as they are here, when it was written where the repository lies
 * elsewhere: on another machine, or by a run whose report a build tool has kept.
 */
export function relocated(file: JsonFile, here: string): JsonFile {
  const from = file.root;
  const to = posix(here);
  if (from === undefined || from === to || file.filePath.startsWith(`${to}/`)) return file;
  const move = (path: string): string => (path.startsWith(`${from}/`) ? to + path.slice(from.length) : path);
  if (!existsSync(move(file.filePath))) return file;
  return {
    ...file,
    root: to,
    filePath: move(file.filePath),
    messages: file.messages.map((message) => (message.ruleId === null ? message : relatedMoved(message, move))),
    ...(file.loops && {
      loops: file.loops.map((loop) => ({
        ...loop,
        reaches: loop.reaches.map((place) => ({ ...place, path: move(place.path) })),
      })),
    }),
  };
}

function relatedMoved(message: JsonMessage, move: (path: string) => string): JsonMessage {
  return { ...message, related: message.related.map((place) => ({ ...place, filePath: move(place.filePath) })) };
}
