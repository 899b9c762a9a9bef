/** Who may import whom, types included: the arrows of the program point down, and the library reaches no command-line package. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { isOfAgent, ROOMS, roomOf } from "./rooms.js";

const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
const textOf = (file: string): string => readFileSync(join("src", file), "utf8");
const written = files.filter((file) => !file.startsWith("generated/"));

interface Import {
  readonly from: string;
  readonly to: string;
  readonly isTypeOnly: boolean;
}

/** Imports of one file; targets inside src are relative to it. */
function importsOf(file: string): readonly Import[] {
  const statements = textOf(file).matchAll(
    /^(?:import|export)\s+(type\s)?[^;]*?from "([^"]+)"|\bimport\("([^"]+)"\)/gm,
  );
  return [...statements].map(([, type, from, dynamic]) => {
    const target = from ?? dynamic ?? "";
    const local = relative("src", join("src", dirname(file), target.replace(/\.js$/, ".ts")));
    return { from: file, to: target.startsWith(".") ? local : target, isTypeOnly: type !== undefined };
  });
}

const imports = files.flatMap(importsOf);
const local = imports.filter(({ to }) => files.includes(to));

function rankOf(file: string): number {
  return ROOMS.indexOf(roomOf(file) ?? "");
}

test("every file lives in a room, and every room is on the map", () => {
  expect(files.filter((file) => roomOf(file) === undefined)).toEqual([]);
  const lived = new Set(files.map(roomOf));
  expect(ROOMS.filter((room) => !lived.has(room))).toEqual([]);
  const map = readFileSync("docs/architecture.md", "utf8");
  expect(ROOMS.filter((room) => !map.includes(`| \`${room}\``))).toEqual([]);
});

test("no page keeps the marks of a merge", () => {
  const pages = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md"].concat(
    readdirSync("docs", { recursive: true, encoding: "utf8" })
      .filter((name) => /\.(?:md|json|ya?ml)$/.test(name))
      .map((name) => join("docs", name)),
  );
  expect(pages.length).toBeGreaterThan(100);
  // The page of this rule shows a file that has them.
  const marked = pages.filter((file) => /^(?:<{7}|>{7}) /m.test(readFileSync(file, "utf8")));
  expect(marked).toEqual([join("docs", "rules", "syntax", "yaml.md")]);
});

test("imports point down", () => {
  expect(local.length).toBeGreaterThan(400);
  expect(local.filter(({ from, to }) => rankOf(to) > rankOf(from))).toEqual([]);
});

test("no import leads back to where it came from", () => {
  const circles: (readonly string[])[] = [];
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file]);
    if (done.has(file) || path.includes(file)) return;
    for (const { to } of local.filter(({ from }) => from === file)) visit(to, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  expect(circles).toEqual([]);
});

test("the map names every table of document formats, and nothing else asks which format a text is in", () => {
  const [row = ""] = /^\| a document format \|.*$/m.exec(readFileSync("docs/architecture.md", "utf8")) ?? [];
  const named = [...row.matchAll(/`src\/([^`]+)`/g)].map(([, file]) => file);
  const tables = written.filter((file) => /Record<Format,/.test(textOf(file)));
  expect(tables.length).toBeGreaterThan(4);
  expect(named.sort()).toEqual(tables.sort());
  const asking = written.filter((file) => /[!=]== "(?:yaml|jsonc)"/.test(textOf(file)));
  expect(asking.filter((file) => !file.startsWith("toolkit/read/document/"))).toEqual([]);
});

test("every import inside src finds a file", () => {
  expect(imports.filter(({ to }) => to.endsWith(".ts") && !files.includes(to))).toEqual([]);
});

/** Files and packages that a module loads, with those that these load. */
function reachedFrom(entry: string): readonly string[] {
  const reached = new Set<string>([entry]);
  for (const file of reached) {
    for (const { from, to, isTypeOnly } of imports) if (from === file && !isTypeOnly) reached.add(to);
  }
  return [...reached];
}

const CLIENT = "agent/wire/client/index.ts";

test("the client of other programs is its own room, those below it in `wire`, and the ports of a page", () => {
  const reached = reachedFrom(CLIENT);
  expect(reached.length).toBeGreaterThan(20);
  const own =
    /^agent\/(?:wire\/(?:client|core|protocol)|machine\/interfaces\/(?:clock|fetch|random|web)\.ts)|^generated\/protocol\//;
  expect(reached.filter((file) => !own.test(file))).toEqual([]);
});

test("the commands reach a daemon by the client of other programs, through its one door", () => {
  const users = local.filter(
    ({ from, to }) => /^agent\/wire\/client\//.test(to) && roomOf(from) !== "agent/wire/client",
  );
  expect([...new Set(users.map(({ from }) => roomOf(from)))].toSorted()).toEqual(
    ["fleet/watch", "program/commands", "program/common", "program/start", "program/talk"].map(
      (room) => `agent/${room}`,
    ),
  );
  expect(users.filter(({ to }) => to !== CLIENT)).toEqual([]);
  // The table of routes and the guards of answers: whoever speaks to a daemon needs both.
  const speaking = local.filter(({ to }) => /^generated\/protocol\/answers\.ts$/.test(to));
  expect(speaking.filter(({ from }) => roomOf(from) !== "agent/wire/client")).toEqual([]);
  const talking = written.filter((file) => file.startsWith("agent/program/"));
  expect(talking.length).toBeGreaterThan(20);
  expect(talking.filter((file) => /\bdaemonRoutes\b/.test(textOf(file)))).toEqual([]);
  // A request goes out by the port of connections: one file hands it to the client.
  const connecting = local.filter(
    ({ from, to, isTypeOnly }) => talking.includes(from) && !isTypeOnly && /^agent\/machine\/\w+\/connect/.test(to),
  );
  expect([...new Set(connecting.map(({ from }) => from))].toSorted()).toEqual([
    "agent/program/common/client.ts",
    "agent/program/common/machine.ts",
  ]);
});

test("the library reaches no command-line, colour or validator package, and imports nothing of Node.js", () => {
  const reached = reachedFrom("index.ts");
  const packages = reached.filter((name) => !files.includes(name));
  expect(packages.sort()).toEqual(["jsonc-parser", "toml-eslint-parser", "yaml"]);
  expect(reached.filter((file) => /^(?:service|terminal|cli|agent)\/|validate/.test(file))).toEqual([]);
});

test("a list of sessions loads no reader of configurations: loading one takes longer than reading a hundred sessions", () => {
  const reached = reachedFrom("agent/program/commands/sessions.ts");
  expect(reached.length).toBeGreaterThan(20);
  expect(reached.filter((file) => /^(?:index\.ts$|toolkit\/(?:read\/document|mean)\/)/.test(file))).toEqual([]);
});

test("the agent uses the toolkit as its users do, and the terminal as the other program does", () => {
  const outside = local.filter(({ from, to }) => isOfAgent(from) && !isOfAgent(to));
  expect(outside.length).toBeGreaterThan(50);
  const usesTerminal = (file: string): boolean => /^agent\/(?:program|main)\b/.test(file);
  const usesPage = (file: string): boolean => file.startsWith("agent/fleet/watch/page/");
  const isAllowed = ({ from, to }: Import): boolean =>
    to === "index.ts" ||
    /^(generated|permissions|provider|text)\//.test(to) ||
    (usesTerminal(from) && to.startsWith("terminal/")) ||
    (usesPage(from) && to.startsWith("page/"));
  expect(outside.filter((arrow) => !isAllowed(arrow))).toEqual([]);
});

test("only the host and the ports touch the machine", () => {
  const machine = imports.filter(({ to }) => to.startsWith("node:"));
  const isHost = (file: string): boolean => /^(?:toolkit\/read\/host|agent\/machine\/(?:interfaces|node))\//.test(file);
  expect(machine.length).toBeGreaterThan(0);
  expect(machine.filter(({ from }) => !isHost(from))).toEqual([]);
  expect(local.filter(({ from, to }) => to === "toolkit/read/host/builtin.ts" && !isHost(from))).toEqual([]);
  const usingProcess = written.filter((file) => /(?<!-)\bprocess\??\./.test(textOf(file)));
  expect(usingProcess.filter((file) => !isHost(file))).toEqual([]);
});

test("every file that starts programs takes empty and relative entries out of their `PATH` (S21, P-S97)", () => {
  const naming = written.filter((file) =>
    /^import (?!type).*"node:child_process"|Module\("node:child_process"\)/m.test(textOf(file)),
  );
  expect(naming.length).toBeGreaterThan(3);
  expect(naming.filter((file) => !/\benv: withSafePath\(|\bofChild\(/.test(textOf(file)))).toEqual([]);
});

/** The imports of a room inside `src`, those within it left out. */
const outOf = (room: string): readonly Import[] =>
  local.filter(({ from, to }) => from.startsWith(`${room}/`) && !to.startsWith(`${room}/`));

test.each([
  // A digest, a file or a socket means nothing in particular.
  ["agent/machine", /^text\//],
  ["agent/wire", /^(?:agent\/machine\/interfaces|generated\/protocol|text)\//],
  ["agent/session", /^(?:index\.ts$|(?:agent\/(?:machine\/interfaces|wire)|generated|permissions|provider|text)\/)/],
  // The proxy judges requests by the daemon's own table of routes, and the log of the hub hides secrets as a daemon's does.
  [
    "agent/fleet",
    /^agent\/(?:machine|wire|session\/store)\/|^agent\/session\/(?:daemon\/served|scrub\/inventory)\.ts$|^(?:generated\/protocol|page|text)\//,
  ],
])("%s imports only %s", (room, own) => {
  expect(outOf(room).length).toBeGreaterThan(1);
  expect(outOf(room).filter(({ to }) => !own.test(to))).toEqual([]);
});

test("a session runs without a server, and commands without its handlers", () => {
  const serving = local.filter(({ to }) => to.startsWith("agent/wire/server/"));
  const servers = serving.filter(({ from }) => !from.startsWith("agent/wire/server/"));
  expect([...new Set(servers.map(({ from }) => roomOf(from)))].toSorted()).toEqual([
    "agent/fleet/hub",
    "agent/session/daemon",
  ]);
  const handlers = outOf("agent/program").filter(({ to }) => /^agent\/session\/(?:daemon\/routes|turn)\//.test(to));
  expect(handlers).toEqual([]);
});

test("the room of servers knows no table of routes: each server hands over its own", () => {
  const http = written.filter((file) => file.startsWith("agent/wire/server/"));
  expect(http.length).toBeGreaterThan(3);
  expect(
    http.filter((file) => /\b(?:daemon|hub)[A-Z]\w+|request(?:Guards|Fields|Forms)\b/i.test(textOf(file))),
  ).toEqual([]);
});

test("time, chance, disk, network and processes come through ports, and one file says which", () => {
  const daemon = written.filter((file) => isOfAgent(file) && !file.startsWith("agent/machine/"));
  const own =
    /\b(?:Date\.now|new Date\(\)|performance\.|Math\.random|set(?:Timeout|Interval|Immediate)|fetch\(|randomUUID)/;
  expect(daemon.filter((file) => own.test(textOf(file)))).toEqual([]);
  const ofNode =
    /\bnode(?:Clock|Connect|Files(?:AtOnce)?|Listen|Processes|Random|RemoveTree|Spawn)\b|^import (?!type).*machine\/node\/signals\.js/m;
  expect(daemon.filter((file) => ofNode.test(textOf(file)))).toEqual(["agent/program/common/machine.ts"]);
});

test("facts are without words: what reads and checks imports no phrases", () => {
  const wordless = imports.filter(({ from }) => /^toolkit\/read\/(document|schema|edit)\//.test(from));
  expect(wordless.length).toBeGreaterThan(40);
  expect(wordless.filter(({ to }) => /\/(rules|report)\/|^text\/(quote|escape)\.ts$/.test(to))).toEqual([]);
});

test("a rule sees the contract, its neighbours and the rooms below the rules, but no parser", () => {
  const rules = imports.filter(({ from }) => /^toolkit\/judge\/rules\/[a-z]+\//.test(from));
  expect(rules.length).toBeGreaterThan(200);
  const isAllowed = ({ from, to }: Import): boolean =>
    to.startsWith(`${dirname(from)}/`) ||
    /^toolkit\/judge\/rules\/(rule|fact|phrases|program-text|layout|suggestion|conflict|cleartext|url|sketch|bad-format|unknown-value|wrong-variant|leading-arguments|backend|protocol|mcp\/(?:servers|launchers))\.ts$/.test(
      to,
    ) ||
    /^(?:text|permissions|toolkit\/read|toolkit\/mean|toolkit\/judge\/(?:policy|permissions))\//.test(to);
  expect(rules.filter((arrow) => !isAllowed(arrow))).toEqual([]);
  const isParser = /^toolkit\/read\/document\/(?!(?:data|facts|formats|node|repair)\.ts$)/;
  expect(rules.filter(({ to }) => isParser.test(to))).toEqual([]);
});

test("the id of a rule is written in its own file and nowhere else", () => {
  const ids = written
    .filter((file) => /^toolkit\/judge\/rules\/[a-z]+\//.test(file))
    .flatMap((file) => /^ {2}id: "(.+)"/m.exec(textOf(file))?.[1] ?? []);
  expect(ids.length).toBeGreaterThan(90);
  const named = written.flatMap((file) => {
    const text = textOf(file);
    return ids.filter((id) => text.includes(`"${id}"`)).map((id) => `${file}: ${id}`);
  });
  expect(named.filter((line) => !/^toolkit\/judge\/rules\/(.+)\.ts: \1$/.test(line))).toEqual([]);
});

test("no file is longer than 250 lines", () => {
  const lengths = written.map((file) => ({ file, lines: textOf(file).split("\n").length - 1 }));
  expect(lengths.filter(({ lines }) => lines > 250)).toEqual([]);
});
