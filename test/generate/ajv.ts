/** ajv, set up for the dialect of config.schema.json. The oracle of the tests and the maker of the generated validator. */
import { _, type KeywordCxt } from "ajv";
import Ajv2020, { type Options } from "ajv/dist/2020.js";

const ANNOTATIONS = [
  "scope",
  "secret",
  "ref",
  "ref-within",
  "zero",
  "reload",
  "effect",
  "path",
  "capability",
  "stricter",
  "usual",
  "prose",
  "trim",
  "off",
  "secret-word",
  "spoken",
  "value-descriptions",
  "aliases",
  "idioms",
  "value-aliases",
  "opaque",
  "strict",
  "guard",
  "stray",
  "text",
  "elsewhere",
  "joined",
  "list",
  "otherwise",
  "number",
  "false",
  "names",
  "name",
  "word",
  "switch",
  "rule",
  "help",
  "ignore-case",
  "default",
].map((name) => `x-${name}`);

export function configAjv(options: Options = {}): Ajv2020.default {
  const ajv = new Ajv2020.default({ allowUnionTypes: true, ownProperties: true, ...options });
  ajv.addVocabulary([...ANNOTATIONS, "patternErrorMessage"]);
  ajv.addFormat("uint64", true);
  ajv.addKeyword({
    keyword: "x-max-bytes",
    type: "string",
    schemaType: "number",
    code: (context: KeywordCxt) =>
      context.fail(_`new TextEncoder().encode(${context.data}).length > ${context.schemaCode}`),
  });
  return ajv;
}
