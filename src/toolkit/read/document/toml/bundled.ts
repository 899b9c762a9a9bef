/** What is used of the `toml-eslint-parser` package. In `dist` this file is the parser itself (`.build/only-reading.js`). */
export { type AST, parseTOML } from "toml-eslint-parser";
