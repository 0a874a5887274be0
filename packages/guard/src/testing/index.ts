export { passAtK, passHatK } from "./pass-rate.js";
export { type ConvergeMatchers, type ConvergeOptions, convergenceProblem, toConverge } from "./to-converge.js";
