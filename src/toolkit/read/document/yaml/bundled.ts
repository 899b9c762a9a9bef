/** What is used of the `yaml` package. In `dist` a bundle of it stands in the place of this module (`.build/only-reading.js`). */
export { Composer, CST, isAlias, isMap, isScalar, isSeq, Lexer, Parser } from "yaml";
