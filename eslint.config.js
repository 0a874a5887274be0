import js from "@eslint/js";
import eslintPlugin from "eslint-plugin-eslint-plugin";
import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

/** Parsers disagree about these; the analysis has to run on the trees of all of them. */
const PARSER_BOUND = ["loc", "parent", "tokens", "comments"].map((name) => ({
  selector: `MemberExpression[property.name="${name}"][object.name=/^(?:node|expression|statement|program|ast|callee|call)$/]`,
  message: `\`${name}\` of a node is not part of the tree contract: use Tree, Scopes or the text.`,
}));

export default defineConfig(
  globalIgnores(["**/dist/", "coverage/", "reports/", "test/cases/", "examples/", "**/*.mjs", "**/*.cjs", "**/.cache/", "packages/vscode/media/"]),
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  {
    files: ["packages/*/src/**/*.ts"],
    extends: [js.configs.recommended, tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/no-explicit-any": "error",
      // `const { usage: _, ...kept } = proposal` is how a field is left out.
      "@typescript-eslint/no-unused-vars": ["error", { ignoreRestSiblings: true }],
      // An asynchronous port may be filled by a function that has nothing to wait for.
      "@typescript-eslint/require-await": "off",
      // Node types are an enum in the types of the tree and plain text in every tree.
      "@typescript-eslint/no-unsafe-enum-comparison": "off",
    },
  },
  { files: ["packages/analysis/src/**/*.ts"], rules: { "no-restricted-syntax": ["error", ...PARSER_BOUND] } },
  { files: ["packages/eslint-plugin/src/**/*.ts"], extends: [eslintPlugin.configs.recommended] },
);
