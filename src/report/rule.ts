/** A rule with its reasons and examples, for people: what is reported, how it looks mended, and what is fine. */
import { lint } from "../lint.js";
import { exampleCatalog, exampleFiles, exampleTexts, fixedTexts, layered } from "../rules/example.js";
import type { RuleInfo } from "../rules/info.js";
import type { Example } from "../rules/rule.js";
import { printableLines } from "../text/printable.js";
import { type Paint, renderPretty } from "./pretty.js";

/** What is said of a rule, part by part; how parts are set off from each other is left to whoever shows them. */
export type RulePart =
  | { readonly kind: "text"; readonly text: string }
  /** A file, or with a title what stands in place of one. */
  | {
      readonly kind: "block";
      readonly title: string;
      readonly language: "yaml" | "jsonc" | "text";
      readonly text: string;
    };

export function ruleParts({ id, why, examples }: RuleInfo, paint: Paint): readonly RulePart[] {
  return [
    { kind: "text", text: why },
    ...examples.bad.flatMap((example, index) => badParts(example, id, index, paint)),
    ...examples.good.flatMap((example, index): readonly RulePart[] => [
      { kind: "text", text: index === 0 ? "This is fine:" : "So is this:" },
      ...fileParts(example),
    ]),
  ];
}

function badParts(example: Example, id: string, index: number, paint: Paint): readonly RulePart[] {
  const { env } = layered(example);
  const when = env === undefined ? "" : " when it is loaded";
  const report = reportOf(example, id, paint);
  const before = new Set(exampleTexts(example).map(({ text }) => text));
  const fixed = fixedTexts(example)?.filter(({ text }) => !before.has(text));
  return [
    { kind: "text", text: index === 0 ? `This is reported${when}:` : `So is this${when}:` },
    ...fileParts(example),
    ...(report === "" ? [] : [{ kind: "block", title: "the report", language: "text", text: report } as const]),
    ...(fixed === undefined
      ? []
      : [{ kind: "text", text: "Fixed:" } as const, ...fixed.map(({ file, text }) => block(file, text))]),
  ];
}

function fileParts(example: Example): readonly RulePart[] {
  return exampleFiles(example).map(({ name, text }) => block(name, text));
}

function block(title: string, text: string): RulePart {
  const language = /\.jsonc?$/.test(title) ? "jsonc" : /\.ya?ml$/.test(title) ? "yaml" : "text";
  return { kind: "block", title, language, text: printableLines(text) };
}

/** What the linter says of an example that is texts alone. */
function reportOf(example: Example, id: string, paint: Paint): string {
  const texts = exampleTexts(example);
  if (texts.length === 0 || layered(example).env !== undefined) return "";
  const catalog = exampleCatalog(example);
  const inputs = texts.map(({ file, text, scope }) => ({ file, text, as: scope }));
  const result = lint({ texts: inputs, ...(catalog && { catalog }) });
  return renderPretty(
    result,
    result.diagnostics.filter(({ rule }) => rule === id),
    paint,
  );
}
