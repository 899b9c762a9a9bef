/** The only file that imports the `jsonc-parser` package. The command line loads it for JSON texts. */
export { jsonComments, readJson } from "./reader.js";
export { readTolerant } from "./tolerant.js";
