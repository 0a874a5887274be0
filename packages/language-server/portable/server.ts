import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { serve } from "../src/serve.js";
import { giveParserBytes } from "./parser-bytes.js";

// This entry is bundled as CommonJS, where the folder of the file is known by this name.
declare const __dirname: string;

giveParserBytes(new Uint8Array(readFileSync(join(__dirname, "oxc-parser.wasm"))));
serve(process.stdin, process.stdout);
// An editor that was killed closes the pipe and says nothing.
process.stdin.on("end", () => process.exit(1));
process.stdout.on("error", () => process.exit(1));
