/** docs/rules: what the pages of rules do not say by themselves, the facts and what the linter says of each case. */
import { plain } from "../../src/toolkit/judge/report/paint.js";
import { pretty } from "../../src/toolkit/judge/report/pretty.js";
import type { Case, PageFile, RulePage } from "../../src/toolkit/judge/report/rule-page.js";
import type { Rule } from "../../src/toolkit/judge/rules/rule.js";
import { maySuppress } from "../../src/toolkit/judge/suppression/apply.js";
import type { Diagnostic, Scope } from "../../src/toolkit/read/diagnostic/diagnostic.js";
import { runCase } from "../rules/case.js";
import { isFixable } from "./rules.js";

const NOTE = "<!-- The title, the list of facts and the reports are written by `npm run gen`, all else by hand. -->";

/** The page as it should be: prose and files as they are, everything else as it is found today. */
export async function generatePage(page: RulePage, { id, severity }: Rule): Promise<string> {
  const found: Diagnostic[] = [];
  const cases: Case[] = [];
  for (const one of page.cases) {
    const { layers, diagnostics, policies } = await runCase(one, id);
    const own = diagnostics.filter(({ rule }) => rule === id);
    found.push(...own);
    const result = {
      layers,
      reported: layers,
      diagnostics: own,
      summary: { errors: 0, warnings: 0, infos: 0 },
      suppressed: 0,
      unchecked: 0,
      unreadable: [],
      ...(policies && { policies }),
    };
    cases.push({ ...one, report: pretty.render(result, own, plain) });
  }
  const facts = [severityFact(found, severity), fixFact(found), suppressionFact(id, found)];
  return render({ ...page, id, facts, cases });
}

const inWords = (things: Iterable<string>): string => [...new Set(things)].join(" or ");

function severityFact(found: readonly Diagnostic[], usual: string): string {
  const of = (scopes: readonly Scope[]): readonly string[] => {
    const severities = found.filter(({ layer }) => scopes.includes(layer)).map(({ severity }) => severity);
    return [...new Set(severities)].toSorted((a, b) => Number(b === usual) - Number(a === usual));
  };
  const [[global, ...more], [project, ...others]] = [of(["global"]), of(["project"])];
  const isPlain =
    more.length + others.length > 0 || global === undefined || project === undefined || global === project;
  return `Severity: ${isPlain ? inWords(of(["global", "project"])) : `${global} in the global file, ${project} in a project's`}`;
}

function fixFact(found: readonly Diagnostic[]): string {
  const fixes = found.flatMap(({ fixes: own }) => own.map(({ safe }) => (safe ? "safe" : "unsafe")));
  return `Fix: ${fixes.length === 0 ? "none" : inWords(fixes.toSorted())}`;
}

function suppressionFact(id: string, found: readonly Diagnostic[]): string {
  const may = (scope: Scope): readonly boolean[] => [
    ...new Set(found.map(({ severity }) => maySuppress(id, severity, scope))),
  ];
  const [global, project] = [may("global"), may("project")];
  if (!global.includes(true)) return "Suppression: not possible";
  const only = global.includes(false) ? ", unless it is an error" : "";
  const where = project.includes(true) ? "" : ", in the global file alone";
  return `Suppression: \`agentcfg-ignore ${id} -- why\`${where}${only}`;
}

/** The Markdown of a page; the reverse of reading one. */
function render({ id, summary, facts, why, cases }: RulePage): string {
  const [reported, fine] = (["reported", "fine"] as const).map((kind) => cases.find((one) => one.kind === kind));
  const more = cases.filter((one) => one !== reported && one !== fine);
  return [
    `# ${id}\n\n${NOTE}\n\n${summary}\n\n${facts.map((fact) => `- ${fact}\n`).join("")}\n${why}\n`,
    ...(reported === undefined ? [] : [`## Reported\n\n${renderCase(reported)}`]),
    ...(fine === undefined ? [] : [`## Fine\n\n${renderCase(fine)}`]),
    ...(more.length === 0 ? [] : [renderMore(more)]),
  ].join("\n");
}

function renderMore(cases: readonly Case[]): string {
  const headings = { reported: "Reported", fine: "Fine" };
  const all = cases.map((one) => `### ${headings[one.kind]}\n\n${renderCase(one)}`).join("\n");
  const count = cases.length === 1 ? "one more" : `${cases.length} more`;
  return `## More cases\n\n<details>\n<summary>${count}</summary>\n\n${all}\n</details>\n`;
}

function renderCase({ kind, remark, files, env, also, report, fixed }: Case): string {
  const variables = Object.entries(env ?? {}).map(([name, value]) => `\`${name}=${value}\``);
  return [
    ...(remark === "" ? [] : [`${remark}\n`]),
    ...files.map(renderFile),
    ...(env === undefined
      ? []
      : [`When it is loaded${variables.length === 0 ? "" : ` with ${variables.join(" and ")}`}:\n`]),
    ...(also.length === 0 ? [] : [`Also reported: ${also.map((rule) => `\`${rule}\``).join(", ")}.\n`]),
    ...(kind === "fine" ? [] : [block("text", report)]),
    ...(fixed.length === 0 ? [] : ["Fixed:\n", ...fixed.map(renderFile)]),
  ].join("\n");
}

function renderFile({ name, text, is }: PageFile): string {
  if (is === "link") return `\`${name}\` links to \`${text}\`.\n`;
  if (is === "directory") return `\`${name}\` is an empty directory.\n`;
  const language = /\.(ya?ml|jsonc?)$/.exec(name)?.[1]?.replace("yml", "yaml") ?? "text";
  return `\`${name}\`:\n\n${block(language, text.replaceAll("\0", "␀"))}`;
}

function block(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\`\`\`\n`;
}

/** docs/rules/README.md: the list of all rules. */
export function generateIndex(rules: readonly Rule[], pageOf: (id: string) => RulePage): string {
  const families = [...new Set(rules.map(({ id }) => id.split("/")[0] ?? ""))];
  const sections = families.map((family) => {
    const rows = rules
      .filter(({ id }) => id.startsWith(`${family}/`))
      .map(({ id, severity }) => {
        const page = pageOf(id);
        return `| [${id}](${id}.md) | ${severity} | ${isFixable(page) ? "fix" : ""} | ${page.summary} |\n`;
      });
    return `\n## ${family}\n\n| rule | severity | | reports |\n|---|---|---|---|\n${rows.join("")}`;
  });
  return `# Rules\n\nMade by \`npm run gen\`. \`agentcfg explain RULE\` shows the same pages at a terminal.\n${sections.join("")}`;
}
