/** Substitutions as tokens, and the texts that are none. */
import { expect, test } from "vitest";
import { tokensOf } from "../../src/service/marks/tokens.js";
import type { Scope } from "../../src/toolkit/read/diagnostic/diagnostic.js";
import type { Format } from "../../src/toolkit/read/document/formats.js";
import { layerFrom, snapshotOf } from "./snapshot.js";

const LETTER = { variable: "v", operator: "o", command: "c" } as const;

/** Each token of a layer with the first letter of its kind. */
function tokens(text: string, scope: Scope = "global", format: Format = "yaml"): string {
  const layer = layerFrom(text, scope, format);
  const found = tokensOf(snapshotOf(layer), layer);
  return found.map(({ span: { start, end }, kind }) => `${LETTER[kind]}‹${text.slice(start, end)}›`).join(" ");
}

const ON = "config_command_substitution: true\n";
const url = (value: string): string => `telemetry: { endpoint: ${value} }\n`;
const COMMAND = "o‹$(› c‹get key› o‹)›";
const FALLBACK = "o‹${› v‹A› o‹:-› c‹get key› o‹}›";

test.each<[string, string, string]>([
  ["a variable", url('"${A_1}"'), "o‹${› v‹A_1› o‹}›"],
  ["several in a text", url('"a${A}b${B}c"'), "o‹${› v‹A› o‹}› o‹${› v‹B› o‹}›"],
  ["a command", ON + url('"$(get key)"'), COMMAND],
  ["a variable with a command", ON + url('"${A:-get key}"'), FALLBACK],
  ["a command while commands are off", url('"$(get key) ${A:-get key} ${B}"'), "o‹${› v‹B› o‹}›"],
  ["a command with white space at its ends", ON + url('"$( get  key )"'), "o‹$(› c‹get  key› o‹)›"],
  ["escapes and look-alikes", ON + url('"$${A} $$(b) $A ${A $((1)) ${A:=b}"'), ""],
  ["quotes with escapes", ON + url('"\\x24{\\u0041}"'), "o‹\\x24{› v‹\\u0041› o‹}›"],
  ["single quotes", ON + url("'$(it ''s'')'"), "o‹$(› c‹it ''s''› o‹)›"],
  ["a plain text", "facets:\n  a:\n    source: a/${A}.md\n", "o‹${› v‹A› o‹}›"],
  ["astral characters", url('"😀${A}😀"'), "o‹${› v‹A› o‹}›"],
  ["a command over several lines", `${ON}telemetry:\n  endpoint: |\n    $(a\n      b)\n`, "o‹$(› c‹a› c‹b› o‹)›"],
  ["the same with CRLF", `${ON}telemetry:\r\n  endpoint: >-\r\n    $(a\r\n    b)\r\n`, "o‹$(› c‹a› c‹b› o‹)›"],
  ["a byte order mark", `\ufeff${url('"${A}"')}`, "o‹${› v‹A› o‹}›"],
  ["a key", '"${A}": 1\n', ""],
  ["a key that the schema does not know", 'frobnicate: "${A}"\n', ""],
  ["the value of a plugin", 'plugins: { a: { b: ["${A}"] } }\n', "o‹${› v‹A› o‹}›"],
  ["an alias", 'telemetry: { endpoint: &a "${A}" }\ntui: { x: *a }\n', "o‹${› v‹A› o‹}›"],
  ["an alias of an object", 'facets: { a: &a { source: "${A}" }, b: *a, c: *a }\n', "o‹${› v‹A› o‹}›"],
  ["a text that cannot be read", `${url('"${A}"')}models: {\n`, ""],
])("%s", (_, text, expected) => {
  expect(tokens(text)).toBe(expected);
});

test("a project has variables and no commands", () => {
  expect(tokens('facets: { a: { source: "${A}$(b)${C:-d}" } }\n', "project")).toBe("o‹${› v‹A› o‹}›");
});

test("JSON", () => {
  expect(tokens('{ "telemetry": { "endpoint": "\\"${A}\\"" } }', "global", "json")).toBe("o‹${› v‹A› o‹}›");
});

test("no text has more than 10,000 tokens", () => {
  const layer = layerFrom(url(`"${"${A}".repeat(4000)}"`), "global");
  expect(tokensOf(snapshotOf(layer), layer)).toHaveLength(10_000);
});
