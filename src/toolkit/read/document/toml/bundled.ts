/** The used part of the `toml-eslint-parser` package. `dist` replaces this module with the parser itself (`.build/only-reading.js`). */
export { type AST, parseTOML } from "toml-eslint-parser";
