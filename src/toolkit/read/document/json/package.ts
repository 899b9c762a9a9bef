/** The only file that imports the `jsonc-parser` package. The command line loads it when a text is JSON. */
export { jsonComments } from "./comments.js";
export { readJson } from "./reader.js";
export { readTolerant } from "./tolerant.js";
