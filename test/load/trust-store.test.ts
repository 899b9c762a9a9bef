/** `daemon.tls.trust_store` (spec 2.11): every certificate of the file is looked at, however large the file is. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parsePage } from "../../src/toolkit/judge/report/rule-page.js";
import { machine } from "../machine/machine.js";
import { GLOBAL } from "../machine/names.js";

const [certificate = ""] = parsePage(readFileSync("docs/rules/path/trust-store.md", "utf8"))
  .cases.filter(({ kind }) => kind === "fine")
  .flatMap(({ files }) => files.filter(({ name }) => name.endsWith(".pem")).map(({ text }) => text));

const cut = certificate.slice(0, certificate.length / 2);
const open = certificate.slice(0, certificate.indexOf("-----END"));

const store = (pem: string) =>
  machine({ [GLOBAL]: "version: 3\ndaemon: { tls: { trust_store: ca.pem } }\n", "ca.pem": pem });

test.each([
  ["one", certificate],
  ["two", certificate + certificate],
  ["text around them", `# ours\n${certificate}\n# theirs\n\n${certificate}\nthe end\n`],
  ["Windows line ends", certificate.replaceAll("\n", "\r\n")],
  ["more than 1 MiB", certificate + `${"#".repeat(99)}\n`.repeat(15_000) + certificate],
])("%s: loads", async (_, pem) => {
  expect(await store(pem).load()).toMatchObject({ ok: true, diagnostics: [] });
});

test.each([
  ["none", "# nothing here\n"],
  ["one that is cut off", cut],
  ["a whole one before one that is cut off", `${certificate}${cut}`],
  ["one without an end before a whole one", `${open}${certificate}`],
  ["a whole one before one without an end", `${certificate}${open}`],
])("%s: does not load", async (_, pem) => {
  const { ok, diagnostics } = await store(pem).load();
  expect(ok).toBe(false);
  expect(diagnostics.map(({ rule }) => rule)).toEqual(["path/trust-store"]);
});

test.each([
  ["", "schema/format"],
  ["${EMPTY}", "substitution/misfit"],
])("an empty path `%s` is one finding", async (path, rule) => {
  const files = { [GLOBAL]: `version: 3\ndaemon: { tls: { trust_store: "${path}" } }\n` };
  const { ok, diagnostics } = await machine(files, { env: { EMPTY: "" } }).load();
  expect(ok).toBe(false);
  expect(diagnostics.map((one) => one.rule)).toEqual([rule]);
});
