/** `agentcfg explain RULE`: the page of a rule, formatted for a terminal. */
import { EXIT } from "../../terminal/command.js";
import { packageFile } from "../../terminal/package-file.js";
import { print, type Terminal } from "../../terminal/terminal.js";
import { printableJson, printableLines } from "../../text/escape.js";
import { folded } from "../../text/wrap.js";
import { type Paint, ruleTag } from "../../toolkit/judge/report/paint.js";
import { type Case, type PageFile, parsePage, type RulePage } from "../../toolkit/judge/report/rule-page.js";
import type { RuleInfo } from "../../toolkit/judge/rules/info.js";

/** The page of a rule; undefined if it is not installed. */
export function readPage(terminal: Terminal, id: string): RulePage | undefined {
  const text = packageFile(terminal, `docs/rules/${id}.md`);
  return text === undefined ? undefined : parsePage(text);
}

/** Prints an explanation and returns the exit code. */
export async function explainRule(
  terminal: Terminal,
  rule: RuleInfo,
  format: "text" | "json",
  paint: Paint,
): Promise<number> {
  const page = readPage(terminal, rule.id);
  if (format === "json") {
    await print(terminal.stdout, `${printableJson({ ...rule, ...page })}\n`);
    return EXIT.ok;
  }
  const { id, severity, summary } = rule;
  const title = `${ruleTag(paint, severity, id)}${paint.strong(`: ${summary}`)}\n`;
  await print(terminal.stdout, page === undefined ? title : `${title}\n${pageText(page, paint)}`);
  return EXIT.ok;
}

/** The page with its first reported case and its first fine one. */
function pageText({ id, facts, why, cases }: RulePage, { width }: Paint): string {
  const [reported, fine] = [cases.find(({ kind }) => kind === "reported"), cases.find(({ kind }) => kind === "fine")];
  const shown = [reported, fine].filter((one) => one !== undefined);
  const rest = cases.length - shown.length;
  return [
    facts.map((fact) => `${fact}\n`).join(""),
    `${folded(why, width)}\n`,
    ...shown.map((one) => caseText(one, width)),
    ...(rest === 0 ? [] : [`${rest} more in docs/rules/${id}.md\n`]),
  ].join("\n");
}

function caseText({ kind, remark, files, env, report, fixed }: Case, width: number | undefined): string {
  const heading =
    kind === "fine" ? "This is fine" : env === undefined ? "This is reported" : "This is reported when it is loaded";
  return [
    `${heading}:\n`,
    ...(remark === "" ? [] : [`${folded(remark, width)}\n`]),
    ...files.map(fileText),
    ...(report === "" ? [] : [indented(report)]),
    ...(fixed.length === 0 ? [] : ["Fixed:\n", ...fixed.map(fileText)]),
  ].join("\n");
}

function fileText({ name, text, is }: PageFile): string {
  if (is === "link") return indented(`${name} -> ${text}\n`);
  return indented(is === "directory" ? `${name}\n` : `# ${name}\n${printableLines(text)}`);
}

function indented(text: string): string {
  const lines = text.replace(/\n$/, "").split("\n");
  return `${lines.map((line) => `    ${line}`.trimEnd()).join("\n")}\n`;
}
