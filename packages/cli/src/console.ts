/** What the command sees of the world around it, so that tests can give it another one. */
export interface Console {
  readonly cwd: string;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Whether `out` is a terminal that wants colour. */
  readonly colour: boolean;
  /** Draws on the terminal that people watch; absent where there is none. */
  readonly draw?: (text: string) => void;
  /** Nobody is watching: what is written here, nobody looks at. */
  readonly inCi?: boolean;
  /** Asks the person at the terminal; absent where there is none. Gives `undefined` at the end of the input. */
  readonly ask?: (question: string) => Promise<string | undefined>;
}

/** 0: nothing to report; 1: there are findings; 2: the command could not do what was asked. */
export type ExitCode = 0 | 1 | 2;
