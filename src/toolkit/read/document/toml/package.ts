/** The only file that imports the reader of TOML, the format of some other tools' files. The command line loads it for such a file. */
export { readToml } from "./reader.js";
