import { eslintFormatter, type EslintFormatter } from "../eslint-formatter.js";

const formatter: EslintFormatter = eslintFormatter("rdjson");
export default formatter;
