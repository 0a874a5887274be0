import { eslintFormatter, type EslintFormatter } from "../eslint-formatter.js";

const formatter: EslintFormatter = eslintFormatter("github");
export default formatter;
