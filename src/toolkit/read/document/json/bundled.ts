/** What is used of the `jsonc-parser` package. In `dist` a bundle of it stands in the place of this module (`.build/only-reading.js`). */
export { createScanner, parseTree, visit } from "jsonc-parser";
