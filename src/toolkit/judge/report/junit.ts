/**
 * The XML of JUnit for build servers: a suite for each checked file, a case for each finding, and a passing case for a file without
 * findings. A finding that does not fail the run is a skipped case. No times, so that the same input gives the same bytes.
 */
import { grouped } from "../../../text/grouped.js";
import type { Diagnostic } from "../../read/diagnostic/diagnostic.js";
import type { Layer, Unreadable } from "../../read/layers/layer.js";
import { nameFromRoot } from "./ground.js";
import { remarksOf } from "./remarks.js";
import type { Exchange, Means } from "./reporter.js";
import { element, xmlDocument, xmlText } from "./xml.js";

export const junit: Exchange = {
  render: ({ reported, unreadable }, shown, means) => {
    const findings = grouped(shown.map((diagnostic) => [keyOf(diagnostic.layer, diagnostic.file), diagnostic]));
    const layers = new Map(reported.map((layer) => [keyOf(layer.scope, layer.document.source.file), layer]));
    const suites = [
      ...[...layers].map(([key, layer]) => suiteOf(layer, findings.get(key) ?? [], means)),
      ...unreadable.map((one) => suiteOfUnreadable(one, means)),
    ];
    const sum = (count: keyof Counts): number => suites.reduce((total, { counts }) => total + counts[count], 0);
    const total = { tests: sum("tests"), failures: sum("failures"), errors: sum("errors") };
    return xmlDocument(
      element(
        "testsuites",
        { name: "agentcfg", ...total },
        suites.flatMap(({ lines }) => lines),
      ),
    );
  },
  summary: "none",
};

interface Counts {
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
  readonly skipped: number;
}

interface Suite {
  readonly counts: Counts;
  readonly lines: readonly string[];
}

function keyOf(scope: string, file: string): string {
  return `${scope} ${file}`;
}

function suite(name: string, file: string, counts: Counts, cases: readonly string[]): Suite {
  return { counts, lines: element("testsuite", { name, file, ...counts }, cases) };
}

function suiteOf({ scope, document }: Layer, findings: readonly Diagnostic[], means: Means): Suite {
  const file = nameFromRoot(means.ground, document.source.file);
  const name = `${file} (${scope})`;
  if (findings.length === 0) {
    const counts = { tests: 1, failures: 0, errors: 0, skipped: 0 };
    return suite(name, file, counts, element("testcase", { name: "no problems", classname: name }));
  }
  const failures = findings.filter(means.counts).length;
  const counts = { tests: findings.length, failures, errors: 0, skipped: findings.length - failures };
  const names = distinctNames(findings);
  const cases = findings.flatMap((finding, index) =>
    element("testcase", { name: names[index] ?? "", classname: name }, outcomeOf(finding, means)),
  );
  return suite(name, file, counts, cases);
}

/** The rule and the path, so that a build server recognises the finding; a number distinguishes equal names. */
function distinctNames(findings: readonly Diagnostic[]): readonly string[] {
  const counts = new Map<string, number>();
  return findings.map(({ rule, path, range }) => {
    const name = `${rule} ${path === undefined ? `line ${range.start.line}` : `at ${path === "" ? "/" : path}`}`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 ? name : `${name} #${count}`;
  });
}

function outcomeOf(finding: Diagnostic, { counts, ground }: Means): readonly string[] {
  const { rule, severity, message, file, range } = finding;
  const place = `${nameFromRoot(ground, file)}:${range.start.line}:${range.start.column}`;
  const text = xmlText([`${place}: ${severity}[${rule}]: ${message}`, ...remarksOf(finding, ground)]);
  return element(counts(finding) ? "failure" : "skipped", { type: severity, message }, text);
}

function suiteOfUnreadable({ file, reason }: Unreadable, { ground }: Means): Suite {
  const name = nameFromRoot(ground, file);
  const message = `cannot read ${name}: ${reason}`;
  const outcome = element("error", { type: "unreadable", message });
  const cases = element("testcase", { name: "readable", classname: name }, outcome);
  return suite(name, name, { tests: 1, failures: 0, errors: 1, skipped: 0 }, cases);
}
