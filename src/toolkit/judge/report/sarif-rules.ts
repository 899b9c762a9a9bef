/** Rules in the form of SARIF: what each reports, why it exists, and an example, in text and in Markdown. */
import { printableLines } from "../../../text/escape.js";
import type { Severity } from "../../read/diagnostic/diagnostic.js";
import { ruleInfos } from "../rules/info.js";
import type { Case, PageFile, RulePage } from "./rule-page.js";

export const LEVELS: Readonly<Record<Severity, string>> = { error: "error", warning: "warning", info: "note" };

export interface RuleTexts {
  readonly id: string;
  readonly descriptor: object;
}

/** The rules of some findings, each once, in the order of their ids. */
export function sarifRules(
  ids: readonly string[],
  pageOf: (rule: string) => RulePage | undefined,
): readonly RuleTexts[] {
  const wanted = new Set(ids);
  return ruleInfos
    .filter(({ id }) => wanted.has(id))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, severity, summary }) => {
      const page = pageOf(id);
      const what = `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`;
      const more = `\`agentcfg explain ${id}\` tells more.`;
      const [family = ""] = id.split("/");
      const descriptor = {
        id,
        name: pascalCase(id),
        shortDescription: { text: what },
        fullDescription: { text: page?.why ? unwrapped(page.why) : what },
        help: { text: helpText(page, what, more), markdown: helpMarkdown(page, what, more) },
        defaultConfiguration: { level: LEVELS[severity] },
        properties: { tags: [family] },
      };
      return { id, descriptor };
    });
}

/** `schema/unknown-key` as `SchemaUnknownKey`. */
function pascalCase(id: string): string {
  return id.replace(/(?:^|[/-])(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** A text with one line for each paragraph, because only Markdown ignores line breaks. */
function unwrapped(text: string): string {
  return text.replace(/(?<!\n)\n(?!\n|- )/g, " ");
}

function helpText(page: RulePage | undefined, what: string, more: string): string {
  return [what, ...(page?.why ? [unwrapped(page.why)] : []), ...(page?.facts ?? []), more].join("\n\n");
}

function helpMarkdown(page: RulePage | undefined, what: string, more: string): string {
  const reported = page?.cases.find(({ kind }) => kind === "reported");
  const fine = page?.cases.find(({ kind }) => kind === "fine");
  return [
    what,
    ...(page?.why ? [page.why] : []),
    ...(page === undefined ? [] : [page.facts.map((fact) => `- ${fact}`).join("\n")]),
    ...(reported === undefined ? [] : ["**Reported:**", ...caseMarkdown(reported)]),
    ...(fine === undefined ? [] : ["**Fine:**", ...caseMarkdown(fine)]),
    more,
  ].join("\n\n");
}

function caseMarkdown({ remark, files, report }: Case): readonly string[] {
  return [
    ...(remark === "" ? [] : [remark]),
    ...files.flatMap(fileMarkdown),
    ...(report === "" ? [] : [block("text", report)]),
  ];
}

function fileMarkdown({ name, text, is }: PageFile): readonly string[] {
  if (is === "link") return [`\`${name}\` links to \`${text}\`.`];
  if (is === "directory") return [`\`${name}\` is an empty directory.`];
  return [`\`${name}\`:`, block(name.split(".").at(-1) ?? "", printableLines(text))];
}

function block(language: string, text: string): string {
  return `\`\`\`${language}\n${text.replace(/\n$/, "")}\n\`\`\``;
}
