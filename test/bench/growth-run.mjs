// How the time to analyse one file grows with its size, in a process of its own: the exponent between two
// sizes of a generated file, and the slope over real files, both sides as logarithms.
// argv: path of a JSON file with the list of files.
import { readFileSync } from "node:fs";
import process from "node:process";
import { analyse, DEFAULT_SETTINGS } from "../../packages/analysis/dist/index.js";
import { parseText } from "../../packages/disk/dist/index.js";

const SMALLEST = 4_000;
const ROUNDS = 3;

const step = (i) => `
  async function step${i}(messages) {
    for (let n = 0; n < 10; n++) {
      const reply = await client.chat.completions.create({ model: "m", messages });
      const message = reply.choices[0].message;
      messages.push(message);
      if (!message.tool_calls) return message.content;
      for (const call of message.tool_calls) messages.push(await help(call, step${Math.max(i - 1, 0)}));
    }
    throw new Error("limit");
  }
  export async function use${i}(question) { return step${i}([question]); }`;
const generated = (functions) =>
  `import OpenAI from "openai"; import { help } from "./help.js"; const client = new OpenAI();${Array.from({ length: functions }, (_, i) => step(i)).join("\n")}`;

/** The least of several times, in microseconds; undefined for what does not parse or is not analysed. */
function timeOf(path, text) {
  const parsed = parseText(path, text);
  if (!parsed.ok) return undefined;
  let least = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const before = process.cpuUsage();
    const model = analyse({ file: { path, text, program: parsed.program }, settings: DEFAULT_SETTINGS });
    // A file without a witness is not read, and its time says nothing.
    if (model.names.size === 0) return undefined;
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, user + system);
  }
  return Math.max(least, 1);
}

/** The slope of the straight line that lies nearest to the points. */
function slopeOf(points) {
  const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
  const [x, y] = [mean(points.map(([a]) => a)), mean(points.map(([, b]) => b))];
  return points.reduce((sum, [a, b]) => sum + (a - x) * (b - y), 0) / points.reduce((sum, [a]) => sum + (a - x) ** 2, 0);
}

const texts = JSON.parse(readFileSync(process.argv[2], "utf8"))
  .map((path) => [path, readFileSync(path, "utf8")])
  .filter(([, text]) => text.length >= SMALLEST);
const sizes = [generated(20), generated(160)];
const times = () => sizes.map((text) => timeOf("/generated.ts", text));
// What runs first also pays for the compiler, so everything runs once before it counts.
for (const [path, text] of texts) timeOf(path, text);
times();
const [small, large] = times();
const points = texts.flatMap(([path, text]) => {
  const time = timeOf(path, text);
  return time === undefined ? [] : [[Math.log(text.length), Math.log(time)]];
});
process.stdout.write(JSON.stringify({ generated: Math.log(large / small) / Math.log(8), real: slopeOf(points), files: points.length }));
