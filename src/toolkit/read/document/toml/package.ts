/** The only file that imports the TOML parser. Some other tools' files are TOML; the command line loads it for these. */
export { readToml, type TomlMistake } from "./reader.js";
