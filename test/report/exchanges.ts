/** Reports for other programs, made in the tests, and what those programs read back from them. */
import { readFileSync } from "node:fs";
import { once } from "../../src/text/once.js";
import type { LintResult } from "../../src/toolkit/judge/analysis/run.js";
import { exchanges } from "../../src/toolkit/judge/report/exchange.js";
import { groundOf } from "../../src/toolkit/judge/report/ground.js";
import type { Means } from "../../src/toolkit/judge/report/reporter.js";
import { EXCHANGE_FORMATS, type ExchangeFormat } from "../../src/toolkit/judge/report/reporters.js";
import { parsePage, type RulePage } from "../../src/toolkit/judge/report/rule-page.js";
import type { Diagnostic } from "../../src/toolkit/read/diagnostic/diagnostic.js";
import { memoryHost } from "../machine/memory.js";
import { commandsIn } from "./runner.js";
import { all, readXml } from "./xml.js";

const pages = new Map<string, () => RulePage>();

/** What the command has, in a repository whose root is the working directory. */
export const MEANS: Omit<Means, "suppressed"> = {
  ground: groundOf(memoryHost({ files: {} })),
  counts: ({ severity }) => severity === "error",
  pageOf: (rule) => {
    const page = pages.get(rule) ?? once(() => parsePage(readFileSync(`docs/rules/${rule}.md`, "utf8")));
    pages.set(rule, page);
    return page();
  },
  words: ["lint"],
};

export type Exchanged = Readonly<Record<ExchangeFormat, string>>;

export function exchanged(result: LintResult, means = MEANS): Exchanged {
  const all = { suppressed: result.suppressions ?? new Map(), ...means };
  const texts = EXCHANGE_FORMATS.map((format) => [format, exchanges[format].render(result, result.diagnostics, all)]);
  return Object.fromEntries(texts) as Exchanged;
}

/** A finding as another program reads it: its rule, where the format says so alone, and the line that it begins on. */
interface ReadBack {
  readonly rule: string;
  readonly line: number;
}

interface Located {
  readonly physicalLocation: { readonly region: { readonly startLine: number } };
}

interface Sarif {
  readonly runs: readonly {
    readonly invocations: readonly {
      readonly toolExecutionNotifications: readonly {
        associatedRule?: { readonly id: string };
        locations?: readonly Located[];
      }[];
    }[];
    readonly results: readonly { ruleId: string; locations: readonly Located[]; suppressions: readonly unknown[] }[];
  }[];
}

interface Gitlab {
  readonly check_name: string;
  readonly location: { readonly lines: { readonly begin: number } };
}

interface Rdjson {
  readonly diagnostics: readonly {
    readonly code: { readonly value: string };
    readonly location: { readonly range: { readonly start: { readonly line: number } } };
  }[];
}

const lineIn = ([first]: readonly Located[]): number => first?.physicalLocation.region.startLine ?? 0;

/** The findings that are shown, as the programs that a format is made for find them. */
export const READERS: Readonly<Record<ExchangeFormat, (text: string) => readonly ReadBack[]>> = {
  sarif: (text) =>
    (JSON.parse(text) as Sarif).runs.flatMap(({ results, invocations }) => [
      ...results
        .filter(({ suppressions }) => suppressions.length === 0)
        .map(({ ruleId, locations }) => ({ rule: ruleId, line: lineIn(locations) })),
      // The user's own file is not in the repository.
      ...invocations
        .flatMap(({ toolExecutionNotifications }) => toolExecutionNotifications)
        .flatMap(({ associatedRule, locations = [] }) =>
          associatedRule === undefined ? [] : [{ rule: associatedRule.id, line: lineIn(locations) }],
        ),
    ]),
  github: (text) =>
    commandsIn(text).map(({ properties, data }) => ({
      rule: properties["title"] ?? "",
      line: Number(properties["line"] ?? /^.*?:(\d+):\d+: /s.exec(data)?.[1]),
    })),
  gitlab: (text) =>
    (JSON.parse(text) as readonly Gitlab[]).map(({ check_name, location }) => ({
      rule: check_name,
      line: location.lines.begin,
    })),
  junit: (text) =>
    all(readXml(text), "testcase").flatMap(({ attributes, children }) =>
      children.map(({ text: said }) => ({
        rule: attributes["name"]?.split(" ")[0] ?? "",
        line: Number(/^.*:(\d+):\d+: (?:error|warning|info)\[/.exec(said)?.[1]),
      })),
    ),
  checkstyle: (text) =>
    all(readXml(text), "error").map(({ attributes: { source = "", line } }) => ({
      rule: source.replace(/^agentcfg\./, ""),
      line: Number(line),
    })),
  rdjson: (text) =>
    (JSON.parse(text) as Rdjson).diagnostics.map(({ code, location }) => ({
      rule: code.value,
      line: location.range.start.line,
    })),
  agent: (text) =>
    text
      .split("\n")
      .slice(0, -2)
      .map((line) => {
        const [, number, rule = ""] = /:(\d+):\d+: (?:error|warning|info)\[([a-z]+\/[a-z-]+)\]: /.exec(line) ?? [];
        return { rule, line: Number(number) };
      }),
};

/** The findings to read back, in no order. */
export function told(diagnostics: readonly Diagnostic[]): readonly ReadBack[] {
  return diagnostics.map(({ rule, range }) => ({ rule, line: range.start.line })).toSorted(inOrder);
}

export function inOrder(a: ReadBack, b: ReadBack): number {
  return a.line - b.line || (a.rule < b.rule ? -1 : a.rule > b.rule ? 1 : 0);
}
