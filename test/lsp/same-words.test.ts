/** The texts on the rules' pages have the same findings, places and advice in an editor, in the library and from the command. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import { isForReview } from "../../src/toolkit/judge/report/for-review.js";
import { type PageFile, parsePage } from "../../src/toolkit/judge/report/rule-page.js";
import { rules } from "../../src/toolkit/judge/rules/index.js";
import { lint } from "../../src/toolkit/lint.js";
import type { Diagnostic, Scope } from "../../src/toolkit/read/diagnostic/diagnostic.js";
import { nodeHost } from "../../src/toolkit/read/host/writing.js";
import { readCatalog } from "../../src/toolkit/read/layers/catalog.js";
import { sampled } from "../cases.js";
import { runHere } from "../machine/run.js";
import { isOnMachine } from "../rules/case.js";
import { home, machineAt, served, uriIn } from "./server.js";

const CATALOG = "catalog.yaml";

/** Whether agentcfg reads a file without being given its name. */
function isFound({ name }: PageFile): boolean {
  return name === CATALOG || /^(?:\.agent\/)?config\.\w+$/.test(name);
}

const CASES = rules.flatMap(({ id }) =>
  parsePage(readFileSync(`docs/rules/${id}.md`, "utf8"))
    .cases.filter((one) => !isOnMachine(one) && one.files.every(isFound))
    .map(({ files }, index) => [`${id} ${index + 1}`, files] as const),
);

/** The lines of an editor's message: the sentence of a finding with its suggestion, and the advice. */
function toldOf({ message, label = "", notes, help }: Diagnostic): readonly string[] {
  const suggested = /^(?:did you mean|the same letters) /.test(label.replace(",", " ")) ? `; ${label}` : "";
  return [`${message}${suggested}`, ...notes, ...(help === undefined ? [] : [help])];
}

test.each(sampled(CASES, 8))("%s", async (_, files) => {
  const placed = files.map(({ name, text }) => ({ name: placeOf(name), text }));
  const directory = home(Object.fromEntries(placed.map(({ name, text }) => [name, text])));
  const machine = machineAt(directory);
  const host = nodeHost({ cwd: join(directory, "work"), env: { HOME: directory } });
  const catalog = placed.some(({ name }) => name === CATALOG) ? join(directory, CATALOG) : undefined;
  const read = catalog === undefined ? undefined : readCatalog(host, catalog);
  const { diagnostics } = lint({ host, ...(read !== undefined && "catalog" in read && { catalog: read.catalog }) });
  const shown = diagnostics.filter((one) => !isForReview(one));

  const options = catalog === undefined ? [] : ["--catalog", catalog];
  const json = await runHere(["lint", "--format", "json", ...options], host);
  expect(JSON.parse(json.stdout)).toMatchObject({ diagnostics: JSON.parse(JSON.stringify(diagnostics)) });

  const concise = await runHere(["lint", "--format", "concise", ...options], host);
  const lines = concise.stdout.split("\n").slice(0, shown.length);
  const [beginnings, sentences] = [lines.map((line) => /^\S+ \S+(?=: )/.exec(line)?.[0]), lines.map(withoutMark)];
  expect(beginnings).toEqual(
    shown.map(({ file, range: { start }, severity, rule }) => {
      return `${file}:${start.line}:${start.column}: ${severity}[${rule}]`;
    }),
  );
  for (const [index, one] of shown.entries()) expect(sentences[index]).toContain(toldOf(one)[0]);

  const client = served(machine);
  await client.initialize({ rootUri: uriIn(directory, "work"), initializationOptions: { catalog } });
  const texts = placed.filter(({ name }) => name !== CATALOG);
  for (const { name, text } of texts) client.open(uriIn(directory, name), text);
  for (const { name, text } of texts) {
    const document = TextDocument.create(uriIn(directory, name), "yaml", 1, text);
    const published = await client.findingsOf(document.uri, 1);
    expect(published.diagnostics.map(({ code, message, range }) => [code, String(message).split("\n"), range])).toEqual(
      shown
        .filter(({ layer }) => layer === layerOf(name))
        .map((one) => {
          const { start, end } = one.range;
          const range = { start: document.positionAt(start.offset), end: document.positionAt(end.offset) };
          return [one.rule, toldOf(one), range];
        }),
    );
  }
  expect(await client.close()).toBe(0);
});

/** Where a file of a page is in the home. */
function placeOf(name: string): string {
  if (name.startsWith(".agent/")) return `work/${name}`;
  return name === CATALOG ? name : `.config/agent/${name}`;
}

function layerOf(place: string): Scope {
  return place.startsWith("work/") ? "project" : "global";
}

function withoutMark(line: string): string {
  return line.replace(": [*] ", ": ");
}
