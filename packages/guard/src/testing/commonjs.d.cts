/** The types of the CommonJS build of `./index.js`, which has the same exports. */
declare const testing: typeof import("./index.js", { with: { "resolution-mode": "import" } });

declare namespace testing {
  export type ConvergeMatchers<Result = unknown> = import("./index.js", { with: { "resolution-mode": "import" } }).ConvergeMatchers<Result>;
  export type ConvergeOptions = import("./index.js", { with: { "resolution-mode": "import" } }).ConvergeOptions;
  export type MatcherResult = import("./index.js", { with: { "resolution-mode": "import" } }).MatcherResult;
  export type ScriptedModel<Action extends import("../index.js", { with: { "resolution-mode": "import" } }).ToolCall, Output> =
    import("./index.js", { with: { "resolution-mode": "import" } }).ScriptedModel<Action, Output>;
}

export = testing;
