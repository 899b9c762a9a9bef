/** What a program that has run for a while does with a text, beside looking at each of its characters. */
import { readFileSync } from "node:fs";
import { lint } from "../../dist/index.js";
import { parse } from "../../dist/toolkit/read/document/parse.js";
import { check } from "../../dist/toolkit/read/schema/check.js";
import { placeOf } from "../../dist/toolkit/read/schema/place.js";
import { configShape } from "../../dist/toolkit/read/schema/shape.js";

/** Rows for `mediansOf`. */
export function libraryRows(file) {
  const text = readFileSync(file, "utf8");
  const source = { file, text };
  const looked = "a program that has run for a while looks at each character of 5,000 lines";
  return [
    { name: looked, over: looked, work: () => charactersIn(text) },
    {
      name: "the same reads them, and checks them against the schema",
      over: looked,
      goal: 15,
      work: () => check(placeOf(parse(source, "yaml").root, configShape)),
    },
    { name: "the same lints them", over: looked, work: () => lint({ texts: [source], global: false, project: false }) },
  ];
}

function charactersIn(text) {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) sum += text.charCodeAt(at);
  return sum;
}
