/** `format()`: the library's reports are those of the command. */
import { describe, expect, test } from "vitest";
import { fix } from "../../src/toolkit/fix.js";
import { format } from "../../src/toolkit/format.js";
import { EXCHANGE_FORMATS } from "../../src/toolkit/judge/report/reporters.js";
import { lint } from "../../src/toolkit/lint.js";
import { machine } from "../machine/machine.js";
import { GLOBAL, PROJECT } from "../machine/names.js";

const FILES = {
  [GLOBAL]:
    "version: 3\nproviders: { p: { kind: { type: catalog, name: alpha }, auth: { type: static_key, key: sk-1 } } }\n",
  [PROJECT]: "version: 3\ndeamon: { log_level: info }\ntui: { theme: drak }\ntelemetry: null\n",
};

test.each([...(["pretty", "concise", "json", "github", "gitlab", "junit", "checkstyle", "rdjson"] as const)])(
  "%s is what the command prints",
  async (as) => {
    const at = machine({ ...FILES, "deep/": "" }, { cwd: "deep" });
    const printed = await at.run(["lint", "--format", as]);
    expect(printed.stdout).not.toBe("");
    expect(format(at.lint(), as, { host: at.host })).toBe(printed.stdout);
  },
);

test("sarif describes rules shortly, and agent names the files: the pages and the words are the command's", async () => {
  const { host, lint, run } = machine(FILES);
  const bare = ({ runs: [{ tool, ...one }] }: { runs: [{ tool: unknown }] }): unknown => one;
  const [own, printed] = [format(lint(), "sarif", { host }), (await run(["lint", "--format", "sarif"])).stdout];
  expect(bare(JSON.parse(own))).toEqual(bare(JSON.parse(printed)));
  expect(own).not.toContain("**Reported:**");
  expect(format(lint({ files: [PROJECT] }), "agent", { host })).toMatch(
    /\nnext: agentcfg lint \.agent\/config\.yaml --fix\n$/,
  );
});

test("a result of load is reported with its texts", async () => {
  const at = machine(FILES);
  const result = await at.load();
  expect(format(result, "concise")).toBe((await at.run(["lint", "--format", "concise"])).stdout);
  expect(format(result, "pretty")).toContain("3 | tui: { theme: drak }");
  expect(JSON.stringify(result)).not.toContain("drak }");
});

test("without colour, unless it is painted", () => {
  const result = machine(FILES).lint();
  expect(format(result, "pretty")).not.toContain("\u001b");
  const paint = { severity: (_: string, text: string) => `<${text}>`, strong: String, faint: String };
  expect(format(result, "pretty", { paint })).toContain("<error[schema/unknown-value]>");
});

test("nothing to say is nothing", () => {
  const at = machine({ [GLOBAL]: "version: 3\n" });
  expect(format(at.lint(), "pretty")).toBe("");
  expect(format(at.lint(), "concise")).toBe("");
});

test("no secret is shown", () => {
  const at = machine({ [GLOBAL]: `${FILES[GLOBAL]}nonsense: sk-2345678abcdefgh\n` });
  for (const as of [...(["pretty", "concise", "json"] as const), ...EXCHANGE_FORMATS])
    expect(format(at.lint(), as)).not.toMatch(/sk-[12]/);
});

describe("a wrong argument is a mistake of the program, and is named without its value", () => {
  const RESULT = "`result` has to be a result of `lint`, `load` or `set`";
  const FORMATS =
    "`as` has to be `pretty`, `text`, `concise`, `json`, `sarif`, `github`, `gitlab`, `junit`, `checkstyle`, `rdjson` or `agent`";
  const result = lint({ texts: [] });
  test.each<readonly [readonly unknown[], string]>([
    [["key: sk-2345678abcdefgh\n", "pretty"], RESULT],
    [[undefined, "pretty"], RESULT],
    [[{}, "pretty"], RESULT],
    [[{ findings: 1 }, "pretty"], RESULT],
    [[fix({ texts: [] }), "pretty"], RESULT],
    [[result, "html"], FORMATS],
    [[result, "constructor"], FORMATS],
    [[result], FORMATS],
    [[result, "pretty", null], "the options have to be an object"],
    [[result, "pretty", { paint: {} }], "`paint` has to be an object with functions `severity`, `strong` and `faint`"],
    [[result, "pretty", { host: 5 }], "`host` has to be an object"],
    [[result, "pretty", { colour: true }], "there is no option `colour`"],
  ])("%#: %s", (given, message) => {
    const asked: (...given: readonly unknown[]) => unknown = format as never;
    expect(() => asked(...given)).toThrow(new TypeError(`format: ${message}`));
  });
});
