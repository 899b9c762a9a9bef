/** The only file that imports the `jsonc-parser` package. The command line loads it when a text is JSON. */
export { jsonComments, readJson } from "./reader.js";
export { readTolerant } from "./tolerant.js";
