import { eslintFormatter, type EslintFormatter } from "../eslint-formatter.js";

const formatter: EslintFormatter = eslintFormatter("html");
export default formatter;
