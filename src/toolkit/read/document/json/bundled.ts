/** The used part of the `jsonc-parser` package. `dist` replaces this module with a bundle (`.build/only-reading.js`). */
export { createScanner, parseTree, visit } from "jsonc-parser";
