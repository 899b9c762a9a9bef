/** The door to the `jsonc-parser` package. The command line loads what is behind it for a text that is JSON. */
export { jsonComments } from "./comments.js";
export { readJson } from "./reader.js";
