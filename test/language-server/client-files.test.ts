import { beforeEach, describe, expect, it } from "vitest";
import { ClientFiles } from "../../packages/language-server/portable/client-files.js";

const ROOT = "/vscode-vfs/github/own/repo";
const FILE = `${ROOT}/agent.ts`;

describe("the files that an editor tells of", () => {
  let files: ClientFiles;
  beforeEach(() => {
    files = new ClientFiles();
    files.setRoots([ROOT]);
    files.textOf(FILE);
    for (const path of files.takeWanted()) files.learn(path, { kind: "folder", entries: [["agent.ts", "file"]] });
  });

  it("wants what it was asked about and does not know", () => {
    files.textOf(FILE);
    expect(files.takeWanted()).toEqual([FILE]);
  });

  it("does not want a file again while the question about it is under way", () => {
    files.textOf(FILE);
    files.takeWanted();
    files.textOf(FILE);
    expect(files.takeWanted()).toEqual([]);
  });

  it("wants a file again when its question got no answer", () => {
    files.textOf(FILE);
    files.giveUp(files.takeWanted());
    files.textOf(FILE);
    expect(files.takeWanted()).toEqual([FILE]);
  });

  it("does not take an answer that a change has overtaken", () => {
    files.textOf(FILE);
    files.takeWanted();
    files.forget(FILE);
    files.learn(FILE, { kind: "file", text: "before the change" });
    expect(files.textOf(FILE)).toBeUndefined();
  });

  it("keeps an answer when the questions of its round are given up", () => {
    files.textOf(FILE);
    const asked = files.takeWanted();
    files.learn(FILE, { kind: "file", text: "as it is" });
    files.giveUp(asked);
    expect(files.textOf(FILE)).toBe("as it is");
  });
});
