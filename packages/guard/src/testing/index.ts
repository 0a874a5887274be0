export { passAtK, passHatK } from "./pass-rate.js";
export {
  type ConvergeMatchers,
  type ConvergeOptions,
  type MatcherResult,
  convergenceProblem,
  toConverge,
} from "./to-converge.js";
export { type ScriptedModel, scriptedModel } from "./scripted-model.js";
