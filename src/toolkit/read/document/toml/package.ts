/** The door to the reader of TOML, which configurations of other tools are written in. The command line loads it for such a file. */
export { readToml } from "./reader.js";
