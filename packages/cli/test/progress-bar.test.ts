import { expect, it } from "vitest";
import { progressBar } from "../src/progress-bar.js";

it("a bar appears when a run takes long, is drawn seldom, and leaves nothing behind", () => {
  let time = 0;
  const drawn: string[] = [];
  const progress = progressBar((text) => drawn.push(text), () => time);
  for (let done = 1; done <= 100; done++) {
    time += 20;
    progress(done, 100);
  }
  expect(drawn[0]).toBe("\r\u001B[K[============            ] 50 of 100 files");
  expect(drawn).toHaveLength(11);
  expect(drawn.at(-1)).toBe("\r\u001B[K");
});

it("a short run draws nothing", () => {
  const drawn: string[] = [];
  const progress = progressBar((text) => drawn.push(text), () => 0);
  progress(1, 2);
  progress(2, 2);
  expect(drawn).toEqual([]);
});
