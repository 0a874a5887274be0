import { beforeEach, describe, expect, it, vi } from "vitest";

/** As much of the editor as the command needs. */
const editor = vi.hoisted(() => {
  class TokenSource {
    readonly #listeners: (() => void)[] = [];
    readonly token = {
      isCancellationRequested: false,
      onCancellationRequested: (listener: () => void) => void this.#listeners.push(listener),
    };
    cancel(): void {
      this.token.isCancellationRequested = true;
      for (const listener of this.#listeners) listener();
    }
  }
  return { TokenSource, person: new TokenSource(), told: [] as string[], progress: [] as string[] };
});

vi.mock("vscode", () => ({
  CancellationTokenSource: editor.TokenSource,
  ProgressLocation: { Notification: 15 },
  commands: { executeCommand: () => Promise.resolve() },
  window: {
    withProgress: (_options: unknown, run: (progress: { report(step: { message: string }): void }, token: unknown) => unknown) =>
      run({ report: ({ message }) => void editor.progress.push(message) }, editor.person.token),
    showInformationMessage: (words: string) => {
      editor.told.push(words);
      return Promise.resolve(undefined);
    },
  },
}));

const { WorkspaceLint } = await import("../src/workspace-lint.js");
type Hold = Parameters<InstanceType<typeof WorkspaceLint>["hold"]>;
type Report = NonNullable<Parameters<Hold[1]>[0]>;

const chunk = (findings: number): Report => ({ items: [{ kind: "full", uri: {}, version: null, items: Array.from({ length: findings }, () => ({})) }] }) as unknown as Report;
const token = (): Hold[0] => new editor.TokenSource().token as unknown as Hold[0];

beforeEach(() => {
  editor.person = new editor.TokenSource();
  editor.told.length = 0;
  editor.progress.length = 0;
});

describe("linting the workspace", () => {
  it("waits for the command, then tells how far it is and what it has found", async () => {
    const lint = new WorkspaceLint();
    const passed: unknown[] = [];
    let isAsked = false;
    const held = lint.hold(token(), (part) => void passed.push(part), async (_token, report) => {
      isAsked = true;
      report(chunk(2));
      report(chunk(0));
      await Promise.resolve();
    });
    await Promise.resolve();
    expect(isAsked).toBe(false);
    await lint.run();
    await held;
    expect(passed).toHaveLength(2);
    expect(editor.progress).toEqual(["1 files, 2 findings", "2 files, 2 findings"]);
    expect(editor.told).toEqual(["agent-loop: 2 findings in 2 files."]);
  });

  it("ends early when the person cancels, without a word", async () => {
    const lint = new WorkspaceLint();
    const held = lint.hold(token(), () => undefined, async (asked, report) => {
      report(chunk(1));
      await new Promise<void>((resolve) => {
        asked.onCancellationRequested(() => {
          resolve();
        });
        editor.person.cancel();
      });
      throw new Error("cancelled");
    });
    await lint.run();
    await held;
    expect(editor.told).toEqual([]);
  });

  it("remembers a command that came before the client asked", async () => {
    const lint = new WorkspaceLint();
    const run = lint.run();
    let asked = 0;
    await lint.hold(token(), () => undefined, async () => {
      asked++;
      await Promise.resolve();
    });
    await run;
    expect(asked).toBe(1);
  });

  it("lets go when the client stops", async () => {
    const lint = new WorkspaceLint();
    const outer = new editor.TokenSource();
    const held = lint.hold(outer.token as unknown as Hold[0], () => undefined, () => Promise.reject(new Error("not asked for")));
    outer.cancel();
    await held;
  });
});
