import { eslintFormatter, type EslintFormatter } from "../eslint-formatter.js";

const formatter: EslintFormatter = eslintFormatter("stylish");
export default formatter;
