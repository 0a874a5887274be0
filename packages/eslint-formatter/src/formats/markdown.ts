import { eslintFormatter, type EslintFormatter } from "../eslint-formatter.js";

const formatter: EslintFormatter = eslintFormatter("markdown");
export default formatter;
