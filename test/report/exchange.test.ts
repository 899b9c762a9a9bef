/** Reports for other programs: what their published schemas demand, of every fixture. */
import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { validateXML } from "xmllint-wasm";
import { EXCHANGE_FORMATS } from "../../src/toolkit/judge/report/reporters.js";
import { lint } from "../../src/toolkit/lint.js";
import { exchanged, inOrder, READERS, told } from "./exchanges.js";
import { lintedFixtures } from "./fixtures.js";
import { all, readXml } from "./xml.js";

const linted = lintedFixtures().map((one) => ({ ...one, texts: exchanged(one.result) }));

/** A validator for a schema of an older draft: these schemas use nothing that has another meaning today. */
function validatorFor(name: string): (value: unknown) => unknown {
  const { $schema: _, id: __, ...schema } = JSON.parse(readFileSync(`fixtures/schemas/${name}.jsonschema`, "utf8"));
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const validate = ajv.compile(schema);
  return (value) => (validate(value) ? [] : validate.errors);
}

test("there is something to report, of each severity, with related places, fixes and suppressions", () => {
  const found = linted.flatMap(({ result }) => result.diagnostics);
  expect(new Set(found.map(({ severity }) => severity)).size).toBe(3);
  expect(found.filter(({ related }) => related.length > 0).length).toBeGreaterThan(10);
  expect(found.filter(({ fixes }) => fixes.length > 0).length).toBeGreaterThan(50);
  expect(linted.filter(({ result }) => result.suppressed > 0).length).toBeGreaterThan(0);
});

describe("the schema holds", () => {
  test("sarif", () => {
    const errorsIn = validatorFor("sarif-2.1.0");
    for (const { name, texts } of linted) expect(errorsIn(JSON.parse(texts.sarif)), name).toEqual([]);
    const own = lint({ texts: [{ file: "~/a.yaml", text: "nonsense: 1\ntui: { theme: drak }\n", as: "global" }] });
    expect(errorsIn(JSON.parse(exchanged(own).sarif))).toEqual([]);
    expect(errorsIn({ version: "2.1.0", runs: [{ results: [{}] }] })).not.toEqual([]);
  });

  test("gitlab, and no two findings have the same fingerprint", () => {
    const errorsIn = validatorFor("gitlab");
    for (const { name, texts } of linted) {
      const issues = JSON.parse(texts.gitlab);
      for (const issue of issues) expect(errorsIn(issue), name).toEqual([]);
      const fingerprints = issues.map((issue: { readonly fingerprint: string }) => issue.fingerprint);
      expect(new Set(fingerprints).size, name).toBe(fingerprints.length);
      for (const { severity } of issues) expect(["major", "minor", "info"]).toContain(severity);
    }
    expect(errorsIn({})).not.toEqual([]);
  });

  test("rdjson", () => {
    const errorsIn = validatorFor("rdjson");
    for (const { name, texts } of linted) expect(errorsIn(JSON.parse(texts.rdjson)), name).toEqual([]);
    expect(errorsIn({ diagnostics: [{ message: 1 }] })).not.toEqual([]);
  });

  test.each([
    ["junit", "junit-10.xsd"],
    ["checkstyle", "checkstyle.xsd"],
  ] as const)("%s", async (format, name) => {
    const schema = readFileSync(`fixtures/schemas/${name}`, "utf8");
    const xml = linted.map(({ texts }, index) => ({ fileName: `${index}.xml`, contents: texts[format] }));
    expect((await validateXML({ xml, schema })).errors).toEqual([]);
    const wrong = texts(format).replace(/<(testcase|error) [a-z]+="/, '<$1 nothing="');
    expect((await validateXML({ xml: wrong, schema })).valid).toBe(false);
  });
});

const texts = (format: "junit" | "checkstyle"): string =>
  linted.find(({ result }) => result.diagnostics.length > 0)?.texts[format] ?? "";

test.each(EXCHANGE_FORMATS)("%s tells each finding once, with its rule and line, the same each time", (format) => {
  for (const { name, result, texts: first } of linted) {
    expect(READERS[format](first[format]).toSorted(inOrder), name).toEqual(told(result.diagnostics));
    expect(exchanged(result)[format]).toBe(first[format]);
  }
});

describe("junit", () => {
  const suitesOf = (files: Readonly<Record<string, string>>): ReturnType<typeof all> => {
    const result = lint({ texts: Object.entries(files).map(([file, text]) => ({ file, text, as: "project" })) });
    return all(readXml(exchanged(result).junit), "testsuite");
  };

  test("one suite a file, the file on the suite and not on the case, a clean file with one passing case", () => {
    const suites = suitesOf({ "a.yaml": "tui: { theme: drak }\nnonsense: 1\n", "b.yaml": "version: 3\n" });
    expect(suites.map(({ attributes }) => attributes)).toEqual([
      { name: "a.yaml (project)", file: "a.yaml", tests: "2", failures: "1", errors: "0", skipped: "1" },
      { name: "b.yaml (project)", file: "b.yaml", tests: "1", failures: "0", errors: "0", skipped: "0" },
    ]);
    const cases = suites.map(({ children }) =>
      children.map(({ attributes, children: inner }) => [attributes, inner.length]),
    );
    expect(cases).toEqual([
      [
        [{ name: "schema/unknown-value at /tui/theme", classname: "a.yaml (project)" }, 1],
        [{ name: "schema/unknown-key at /nonsense", classname: "a.yaml (project)" }, 1],
      ],
      [[{ name: "no problems", classname: "b.yaml (project)" }, 0]],
    ]);
  });

  test("the numbers are those of the cases, and no two cases of a suite have the same name", () => {
    for (const {
      name,
      texts: { junit },
    } of linted) {
      const root = readXml(junit);
      const count = (kind: string): string => String(all(root, kind).length);
      expect(root.attributes, name).toMatchObject({
        tests: count("testcase"),
        failures: count("failure"),
        errors: "0",
      });
      for (const suite of all(root, "testsuite")) {
        const names = all(suite, "testcase").map(({ attributes }) => attributes["name"]);
        expect(new Set(names).size, name).toBe(names.length);
      }
    }
  });

  test("a file that could not be read is an error, so that the run does not look like a success", () => {
    const result = { ...lint({ texts: [] }), unreadable: [{ file: "none.yaml", reason: "there is no such file" }] };
    const [error] = all(readXml(exchanged(result).junit), "error");
    expect(error?.attributes["message"]).toBe("cannot read none.yaml: there is no such file");
  });

  test("no times", () => {
    for (const {
      texts: { junit },
    } of linted)
      expect(junit).not.toMatch(/ time(stamp)?=/);
  });
});

describe("rdjson", () => {
  interface Shape {
    readonly diagnostics: readonly { readonly location: { readonly range: unknown }; readonly suggestions?: unknown }[];
  }
  const diagnose = (text: string): Shape["diagnostics"] =>
    (JSON.parse(exchanged(lint({ texts: [{ file: "a.yaml", text, as: "project" }] })).rdjson) as Shape).diagnostics;

  test("columns count bytes of UTF-8, a byte order mark among them", () => {
    const at = (text: string): unknown => diagnose(text)[0]?.location.range;
    const text = 'tui: { "é𐐀": x, theme: drak }\n';
    const onLine = (line: number, start: number): unknown => ({
      start: { line, column: start },
      end: { line, column: start + 4 },
    });
    expect(at(text)).toEqual(onLine(1, 28));
    expect(at(`\ufeff${text}`)).toEqual(onLine(1, 31));
    expect(at(`\ufeff# é\n${text}`)).toEqual(onLine(2, 28));
  });

  test("a safe fix is a suggestion, one that is not safe is none", () => {
    expect(diagnose("tui: { theme: drak }\n")[0]?.suggestions).toEqual([
      { range: { start: { line: 1, column: 15 }, end: { line: 1, column: 19 } }, text: "dark" },
    ]);
    const suggested = linted.flatMap(({ result, texts: { rdjson } }) => {
      const { diagnostics } = JSON.parse(rdjson) as Shape;
      const safe = result.diagnostics.map(({ fixes }) => fixes.filter((fix) => fix.safe).length);
      return diagnostics.map(({ suggestions = [] }, index) => [
        (suggestions as readonly unknown[]).length,
        safe[index],
      ]);
    });
    for (const [count, safe = 0] of suggested) expect(count).toBeLessThanOrEqual(safe);
    expect(suggested.filter(([count = 0]) => count > 0).length).toBeGreaterThan(40);
  });
});

test("checkstyle names each file once, clean ones too", () => {
  const result = lint({
    texts: [
      { file: "a.yaml", text: "version: 3\nnonsense: 1\n", as: "global" },
      { file: "a.yaml", text: "tui: { theme: drak }\n", as: "project" },
      { file: "b.yaml", text: "version: 3\n", as: "project" },
    ],
  });
  const files = all(readXml(exchanged(result).checkstyle), "file");
  expect(files.map(({ attributes, children }) => [attributes["name"], children.length])).toEqual([
    ["a.yaml", 2],
    ["b.yaml", 0],
  ]);
});
