/** A package of somebody else that has the packed tarball installed, and no other package: library, client and command. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

/** Packing, installing and checking types are processes. */
const SLOW = 180_000;

const LIBRARY = `import { format, lint, load, type LoadResult, set } from "agentcfg";
import { isAgentConfig } from "agentcfg/validate";

const result: LoadResult = await load({ global: "config.yaml", projectFile: false, env: {} });
if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join());
const retries: number = result.config.daemon.retry.max_retries;
const window: number | undefined = result.config.models?.["m"]?.context_window;
const found = lint({ texts: [{ file: "x.json", text: '{ "verson": 3 }' }] });
const theme = set({ layer: "global", global: "config.yaml", project: false, path: "tui.theme", value: "dark" });
console.log(retries, window, found.summary.warnings, isAgentConfig({ version: 3 }), theme.kind);
console.log(format(found, "concise").split(":")[0]);
`;

/** As a consumer writes it; each line would not compile with a type that is missing or loose. */
const CLIENT = `import { applyFleetEvent, type Change, ClientError, type Cursor, daemon, type Daemon, emptyFleet, type FleetCursor, fleetOf, type FleetPoint, hub, type Hub, NotRunning, OperationFailed, type Point } from "agentcfg/client";

const session: Daemon = daemon({ url: "http://127.0.0.1:9", token: "t" });
let place: Point | undefined;
export async function program(signal: AbortSignal): Promise<void> {
  await session.follow({
    load: () => place,
    save: (point) => void (place = point),
    apply: (change: Change, { mayBeRepeated }) => {
      if (change.kind === "item" && !mayBeRepeated) console.log(change.item.kind, change.item.text);
    },
    signal,
  });
  await session.stop();
  const { cursor } = await session.sync();
  const after: Cursor = cursor;
  for await (const message of session.events({ after, signal })) console.log(message);
  // @ts-expect-error a cursor is not made by hand
  session.events({ after: "AQEA" });
  for await (const piece of session.attachment("a")) console.log(piece.byteLength);
}
const all: Hub = hub({ url: "http://127.0.0.1:9", token: "t" });
let point: FleetPoint | undefined;
export async function fleet(signal: AbortSignal): Promise<void> {
  let state = emptyFleet();
  await all.followFleet({
    load: () => point,
    save: (at) => void (point = at),
    apply: (change, { mayBeRepeated }) => {
      if (change.kind === "catalog") state = fleetOf(change.catalog);
      else if (!mayBeRepeated) applyFleetEvent(state, change.event);
    },
    signal,
  });
  const { cursor, fleetEpoch, sessions } = await all.catalog();
  const after: FleetCursor = cursor;
  for await (const message of all.events({ after, expectedEpoch: fleetEpoch, signal })) console.log(message);
  const daemonCursor: Cursor | null | undefined = sessions[0]?.cursor;
  const row = await all.row("a");
  const { cursor: own, history_checkpoint, daemon_epoch } = await all.session("a").sync();
  const [first] = [await all.pages("a")[Symbol.asyncIterator]().next()];
  if (first?.done === false) for await (const item of all.history("a", { checkpoint: first.value.checkpoint })) console.log(item);
  console.log(daemonCursor, row.title);
  // @ts-expect-error a daemon's cursor is none of the fleet
  all.events({ after: own });
  // @ts-expect-error the cursor of a row is its daemon's
  all.events({ after: row.cursor ?? own });
  // @ts-expect-error the fleet's cursor is none of a daemon
  all.session("a").events({ after: cursor });
  // @ts-expect-error a daemon's epoch is none of the hub
  all.events({ after, expectedEpoch: daemon_epoch });
  // @ts-expect-error a daemon's checkpoint is no capture of the hub
  all.history("a", { checkpoint: history_checkpoint });
  // @ts-expect-error a fleet's cursor is not made by hand
  all.events({ after: "BAEA" });
}
program(AbortSignal.abort()).catch((error: unknown) => {
  if (error instanceof OperationFailed) console.log(error.error.code, error.operation.window_id);
  else if (error instanceof NotRunning) console.log(error.sessionDirectory);
  else console.log(error instanceof ClientError ? error.code : String(error));
});
`;

const folder = mkdtempSync(join(tmpdir(), "agentcfg-consumer-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (file: string, ...words: readonly string[]): string =>
  execFileSync(file, words, { cwd: folder, encoding: "utf8" });
const node = (...words: readonly string[]): string => run(process.execPath, ...words);
const tsc = (...words: readonly string[]): string =>
  node(resolve("node_modules/typescript/lib/tsc.js"), ...words, "--strict");

beforeAll(() => {
  execFileSync("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder], { encoding: "utf8" });
  const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "";
  writeFileSync(join(folder, "package.json"), '{ "name": "consumer", "private": true, "type": "module" }');
  run("npm", "install", "--silent", "--no-audit", "--no-fund", "--prefer-offline", `./${tarball}`);
  writeFileSync(join(folder, "config.yaml"), "version: 3\nmodels: { m: { context_window: 5000 } }\n");
  writeFileSync(join(folder, "library.ts"), LIBRARY);
  writeFileSync(join(folder, "client.ts"), CLIENT);
}, SLOW);

test("it installs no other package", () => {
  expect(readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith("."))).toEqual(["agentcfg"]);
});

test("the library type-checks and runs", { timeout: SLOW }, () => {
  const types = ["--typeRoots", resolve("node_modules/@types"), "--types", "node"];
  tsc("library.ts", "--module", "nodenext", "--target", "es2023", ...types);
  expect(node("library.js")).toBe("3 5000 1 true changed\nx.json\n");
});

test("the command runs, and reads from the package what is not in its bundle", { timeout: SLOW }, () => {
  const command = join("node_modules", ".bin", "agentcfg");
  expect(run(command, "get", "models.m.context_window", "--global", "config.yaml", "--no-project")).toBe("5000\n");
  expect(run(command, "completion", "bash")).toContain("complete -F _agentcfg agentcfg");
  expect(run(command, "explain", "syntax/json")).toContain("text that is not valid JSON");
});

test("the client type-checks with the types of a page alone, and runs", { timeout: SLOW }, () => {
  const page = ["--skipLibCheck", "false", "--lib", "es2023,dom,dom.asynciterable", "--types", ""];
  tsc("client.ts", "--module", "esnext", "--moduleResolution", "bundler", "--target", "es2022", "--noEmit", ...page);
  tsc("client.ts", "--module", "nodenext", "--target", "es2023", ...page);
  // Following ends at once; then nothing listens at the port, and `stop` does not try again.
  expect(node("client.js")).toBe("unreachable\n");
  const importing = 'import("agentcfg/client").then((client) => console.log(Object.keys(client).join()))';
  expect(node("-e", importing)).toContain("ClientError,Daemon,");
});
