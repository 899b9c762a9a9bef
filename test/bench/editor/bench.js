/**
 * `npm run bench:editor -- [--rounds N]`: the language server beside yaml-language-server, in turn, on 5,000 lines of a project over 5,000
 * lines of its user. The other server has the schema alone, and one file. Writes its table in docs/performance.md.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { mediansOf, usual } from "../measure.js";
import { writeReport } from "../page.js";
import { Client } from "./client.js";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "15" } } });
const rounds = Number(values.rounds);

const home = mkdtempSync(join(tmpdir(), "agentcfg-editor-"));
process.on("exit", () => rmSync(home, { recursive: true, force: true }));

const model = (scope, index) => `  ${scope}/model-${index}:
    provider: ${scope}
    class: full
    context_window: ${100_000 + index}
    max_output_tokens_per_turn: 2000
`;
const text = (scope, models) => `version: 3
providers:
  ${scope}:
    kind: { type: custom_beta_compatible }
    url: https://models.example/v1
    protocol: beta_chat_completions
    auth: { type: no_auth }
models:
${Array.from({ length: models }, (_, index) => model(scope, index)).join("")}tui:
  theme: light
`;

function fileOf(name, content) {
  const file = join(home, name);
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, content);
  return { uri: pathToFileURL(file).href, text: content };
}

const LINES = 5000;
const global = fileOf(".config/agent/config.yaml", text("mine", LINES / 5));
const project = fileOf("work/.agent/config.yaml", text("ours", LINES / 5));
const short = fileOf("short/.agent/config.yaml", text("few", 200));
const schema = pathToFileURL(resolve("schema/config.schema.json")).href;

const OURS = [resolve("bin/agentcfg.cjs"), "lsp"];
const THEIRS = [resolve("node_modules/yaml-language-server/bin/yaml-language-server"), "--stdio"];
const theirSettings = {
  yaml: { schemas: { [schema]: ["config.yaml"] }, completion: true, hover: true, validate: true },
};
const env = { ...usual, HOME: home };

async function started(args, files, settings) {
  const client = new Client(args, env, settings);
  await client.initialize();
  for (const { uri, text: content } of files) {
    const told = client.findings(uri, 1);
    client.notify("textDocument/didOpen", { textDocument: { uri, languageId: "yaml", version: 1, text: content } });
    await told;
  }
  return client;
}

const quiet = () => new Promise((resolve) => setTimeout(resolve, 300));
const at = (line, character) => ({ line, character });
const MIDDLE = 8 + Math.floor(LINES / 10) * 5;

/** Edits in turn, so that each gives another text: of a number, and of half a key that comes and goes. */
const number = (round) => [
  { range: { start: at(MIDDLE + 3, 20), end: at(MIDDLE + 3, 26) }, text: String(200_000 + round) },
];
const half = (round) =>
  round % 2 === 0
    ? [{ range: { start: at(MIDDLE + 2, 0), end: at(MIDDLE + 2, 0) }, text: "    cla\n" }]
    : [{ range: { start: at(MIDDLE + 2, 0), end: at(MIDDLE + 3, 0) }, text: "" }];

const servers = [await started(OURS, [global, project]), await started(THEIRS, [project], theirSettings)];
const times = {};
const note = (row, server, value) => {
  times[row] ??= [[], []];
  times[row][server].push(value);
};
let version = 1;

for (let round = 0; round < rounds * 2; round += 1) {
  version += 1;
  for (const [index, client] of servers.entries()) {
    await quiet();
    note("edit → findings", index, await client.edit(project.uri, version, number(round)));
  }
  for (const [row, method, position] of [
    ["hover after an edit", "hover", at(MIDDLE + 3, 8)],
    ["completion after an edit", "completion", at(MIDDLE + 1, 14)],
  ]) {
    version += 1;
    for (const [index, client] of servers.entries()) {
      await quiet();
      const told = client.findings(project.uri, version);
      const params = { textDocument: { uri: project.uri, version }, contentChanges: number(round + 1000) };
      client.notify("textDocument/didChange", params);
      const start = performance.now();
      await client.ask(`textDocument/${method}`, { textDocument: { uri: project.uri }, position });
      note(row, index, performance.now() - start);
      await told;
    }
  }
}
for (let round = 0; round < rounds * 2; round += 1) {
  version += 1;
  for (const [index, client] of servers.entries()) {
    await quiet();
    const elapsed = await client.edit(project.uri, version, half(round));
    if (round % 2 === 0) note("edit to half a key → findings", index, elapsed);
  }
}
for (let round = 0; round < 100; round += 1) {
  version += 1;
  for (const client of servers) await client.edit(project.uri, version, number(round));
}
const memory = servers.map((client) => client.memory);
for (const client of servers) client.end();

// Somebody types 200 letters in two seconds.
const typist = await started(OURS, [short]);
const before = typist.published.length;
for (let letter = 0; letter < 200; letter += 1) {
  const end = at(short.text.split("\n").length - 1, letter);
  const contentChanges = [{ range: { start: end, end }, text: letter === 0 ? "#" : "x" }];
  typist.notify("textDocument/didChange", { textDocument: { uri: short.uri, version: letter + 2 }, contentChanges });
  await new Promise((resolve) => setTimeout(resolve, 10));
}
await quiet();
const typed = typist.published.slice(before).filter(({ uri }) => uri === short.uri);
const versions = typed.map((params) => params.version);
if (versions.at(-1) !== 201) throw new Error("the last letter was not checked");
typist.end();

/** The start: the empty process beside a server that answers one request and ends in order. */
const one = `const c=require("node:child_process").spawn(process.execPath,${JSON.stringify(OURS)},{stdio:["pipe","pipe","ignore"]});
const t=JSON.stringify({jsonrpc:"2.0",id:1,method:"initialize",params:{processId:null,rootUri:null,capabilities:{}}});
c.stdin.write("Content-Length: "+t.length+"\\r\\n\\r\\n"+t);c.stdout.once("data",()=>process.exit());`;
const [empty, start] = mediansOf(
  [
    { args: ["-e", "0"], env },
    { args: ["-e", one], env },
  ],
  rounds,
);

const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];
/** In times of the other server, or in milliseconds. */
const GOALS = {
  "edit → findings": { times: 0.15 },
  "edit to half a key → findings": { times: 0.25 },
  "hover after an edit": { ms: 50 },
  "completion after an edit": { ms: 50 },
};
const rows = Object.entries(times).map(([row, [ours, theirs]]) => {
  const ratio = median(ours) / median(theirs);
  const { times: most, ms } = GOALS[row];
  const isMet = ms === undefined ? ratio <= most : median(ours) <= ms;
  const goal = ms === undefined ? `${most} ×` : `${ms} ms`;
  return `| ${row} | ${median(ours).toFixed(0)} ms | ${median(theirs).toFixed(0)} ms | ${ratio.toFixed(2)} × | at most ${goal}${isMet ? ", met" : ""} |`;
});
const share = memory[0] / memory[1];
const begin = (start - empty) / empty;
const report = `2 cores, Node ${process.version}, yaml-language-server 1.25.0, medians of ${rounds * 2} edits in turn.

| | agentcfg | yaml-language-server | ratio | goal |
|---|--:|--:|--:|---|
${rows.join("\n")}
| memory after these and 100 more edits | ${memory[0].toFixed(0)} MB | ${memory[1].toFixed(0)} MB | ${share.toFixed(2)} × | at most 0.6 ×${share <= 0.6 ? ", met" : ""} |
| start to the answer to \`initialize\`, over an empty process | ${(start - empty).toFixed(0)} ms | | ${begin.toFixed(1)} × | at most 4 ×${begin <= 4 ? ", met" : ""} |
| checks while 200 letters are typed in two seconds, 1,000 lines | ${versions.length} | | | at most 40${versions.length <= 40 ? ", met" : ""} |
`;
writeReport("measured in editors", report);
console.log(report);
process.exit(0);
