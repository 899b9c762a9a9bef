/**
 * The page of a rule in docs/rules: Markdown that this file parses into prose, facts and cases.
 *
 * # family/name then a line of summary, a list of facts, and why the rule exists
 * ## Reported, ## Fine one case of each
 * ## More cases further ones, folded, each below `### Reported` or `### Fine`
 *
 * A case is a remark, files, and their report. A file is `` `name`: `` above a block; `` `name` links to `target`. `` and `` `name` is an
 * empty directory. `` are files, too. "When it is loaded with `NAME=value`:" marks a mistake that linting alone does not show.
 */

export interface PageFile {
  readonly name: string;
  readonly text: string;
  readonly is: "file" | "link" | "directory";
}

export interface Case {
  readonly kind: "reported" | "fine";
  readonly remark: string;
  readonly files: readonly PageFile[];
  /** The environment of loading, for a mistake that only loading shows. */
  readonly env: Readonly<Record<string, string>> | undefined;
  /** Other rules that report here, because no example of this rule avoids them. */
  readonly also: readonly string[];
  /** The report of the linter; empty for a fine case. */
  readonly report: string;
  /** The files after all fixes, including unsafe ones. */
  readonly fixed: readonly PageFile[];
}

export interface RulePage {
  readonly id: string;
  readonly summary: string;
  /** Severity, fix and suppression, a line each. */
  readonly facts: readonly string[];
  /** The consequence of the mistake, and the text to write instead. */
  readonly why: string;
  /** The first reported case and the first fine one come before all others. */
  readonly cases: readonly Case[];
}

const CASE = /^#{2,3} (Reported|Fine)$/;

/** Reads a page. Text in any other form is prose. */
export function parsePage(markdown: string): RulePage {
  const lines = markdown.split("\n").filter((line) => !/^<\/?(?:details|summary)\b.*>$|^<!--.*-->$/.test(line));
  const starts = lines.flatMap((line, index) => (CASE.test(line) ? [index] : []));
  const end = starts[0] ?? lines.length;
  const facts = lines.slice(0, end).filter((line) => line.startsWith("- "));
  const head = lines.slice(0, end).filter((line) => !line.startsWith("- "));
  const [title = "", ...paragraphs] = (head[0]?.startsWith("# ") === true ? head : ["# ", "", ...head])
    .join("\n")
    .split(/\n\n+/);
  const [summary = "", ...prose] = paragraphs;
  return {
    id: title.replace(/^# /, ""),
    summary: summary.trim(),
    facts: facts.map((line) => line.slice(2)),
    why: prose.join("\n\n").trim(),
    cases: starts.map((start, index) => parseCase(lines.slice(start, starts[index + 1] ?? lines.length))),
  };
}

const FILE = /^`([^`]+)`:$/;
const LINK = /^`([^`]+)` links to `([^`]+)`\.$/;
const DIRECTORY = /^`([^`]+)` is an empty directory\.$/;
const LOADED = /^When it is loaded(?: with (.+))?:$/;
const ALSO = /^Also reported: (.+)\.$/;
const FIXED = "Fixed:";

function parseCase([heading = "", ...lines]: readonly string[]): Case {
  const remark: string[] = [];
  const files: PageFile[] = [];
  const fixed: PageFile[] = [];
  let into = files;
  let env: Record<string, string> | undefined;
  let also: readonly string[] = [];
  let report = "";
  let name: string | undefined;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const [, link, target = ""] = LINK.exec(line) ?? [];
    const [, directory] = DIRECTORY.exec(line) ?? [];
    const loaded = LOADED.exec(line);
    if (line.startsWith("```")) {
      const close = lines.indexOf("```", at + 1);
      const text = lines.slice(at + 1, close).map((inner) => `${inner}\n`);
      if (name === undefined) report = text.join("");
      else into.push({ name, text: text.join("").replaceAll("␀", "\0"), is: "file" });
      name = undefined;
      at = close;
    } else if (FILE.test(line)) name = FILE.exec(line)?.[1];
    else if (link !== undefined) into.push({ name: link, text: target, is: "link" });
    else if (directory !== undefined) into.push({ name: directory, text: "", is: "directory" });
    else if (loaded !== null) env = variables(loaded[1] ?? "");
    else if (ALSO.test(line)) also = quoted(ALSO.exec(line)?.[1] ?? "");
    else if (line === FIXED) into = fixed;
    else if (line !== "" && !line.startsWith("#")) remark.push(line);
  }
  const kind = heading.endsWith("Fine") ? "fine" : "reported";
  return { kind, remark: remark.join("\n"), files, env, also, report, fixed };
}

function quoted(text: string): readonly string[] {
  return Array.from(text.matchAll(/`([^`]+)`/g), ([, inner = ""]) => inner);
}

function variables(text: string): Record<string, string> {
  return Object.fromEntries(
    quoted(text).map((variable) => [
      variable.slice(0, variable.indexOf("=")),
      variable.slice(variable.indexOf("=") + 1),
    ]),
  );
}
