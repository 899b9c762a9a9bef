/** The used part of the `yaml` package. `dist` replaces this module with a bundle (`.build/only-reading.js`). */
export { Composer, CST, isAlias, isMap, isScalar, isSeq, Lexer, Parser } from "yaml";
