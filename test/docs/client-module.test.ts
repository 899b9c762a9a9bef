/** `dist/client.js` for those who have nothing else: an empty folder with the package in it, and a page. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createContext, runInContext } from "node:vm";
import { build } from "esbuild";
import { expect, onTestFinished, test } from "vitest";

const CLIENT = "dist/client.js";

/** Packing, installing and checking types are processes. */
const SLOW = { timeout: 180_000 };

/** As a consumer writes it; each line would not compile with a type that is missing or loose. */
const PROGRAM = `import { applyFleetEvent, type Change, ClientError, type Cursor, daemon, type Daemon, emptyFleet, type FleetCursor, fleetOf, type FleetPoint, hub, type Hub, NotRunning, OperationFailed, type Point } from "agentcfg/client";

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

/** A package of somebody else with the packed tarball installed, without any other. */
function consumer(): { readonly folder: string; readonly run: (...words: readonly string[]) => string } {
  const folder = mkdtempSync(join(tmpdir(), "agentcfg-client-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  execFileSync("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder], { encoding: "utf8" });
  const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz")) ?? "";
  writeFileSync(join(folder, "package.json"), '{ "name": "consumer", "private": true, "type": "module" }');
  const install = ["install", "--silent", "--no-audit", "--no-fund", "--prefer-offline", `./${tarball}`];
  execFileSync("npm", install, { cwd: folder, encoding: "utf8" });
  const run = (...words: readonly string[]): string =>
    execFileSync(process.execPath, words, { cwd: folder, encoding: "utf8" });
  return { folder, run };
}

test("type-checks where nothing else is installed, with the types of a page alone, and runs", SLOW, () => {
  const { folder, run } = consumer();
  expect(readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith("."))).toEqual(["agentcfg"]);
  writeFileSync(join(folder, "program.ts"), PROGRAM);
  const tsc = [resolve("node_modules/typescript/lib/tsc.js"), "program.ts", "--strict", "--skipLibCheck", "false"];
  const page = ["--lib", "es2023,dom,dom.asynciterable", "--types", ""];
  run(...tsc, "--module", "esnext", "--moduleResolution", "bundler", "--target", "es2022", "--noEmit", ...page);
  run(...tsc, "--module", "nodenext", "--target", "es2023", ...page);
  // Following ends at once; then nothing listens at the port.
  expect(run("program.js")).toBe("unreachable\n");
  const importing = 'import("agentcfg/client").then((client) => console.log(Object.keys(client).join()))';
  expect(run("-e", importing)).toContain("ClientError,Daemon,");
});

test("is one module of at most 40,000 bytes that imports nothing", async () => {
  expect(statSync(CLIENT).size).toBeLessThanOrEqual(40_000);
  const { metafile } = await build({
    entryPoints: [CLIENT],
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
  });
  expect(Object.keys(metafile.inputs)).toEqual([CLIENT]);
  expect(Object.values(metafile.inputs).flatMap(({ imports }) => imports)).toEqual([]);
});

/** Asks a session of a folder, which a page does not have, and one whose server is no daemon. */
const PAGE = `
  import { daemon, hub } from "./${CLIENT}";
  const codeOf = (call) => call.then(() => "none", ({ name, code }) => name + " " + code);
  globalThis.said = Promise.all([
    codeOf(daemon({ sessionDirectory: "/session" }).sync()),
    codeOf(daemon({ url: "https://page.example/daemon", token: "t" }).sync()),
    codeOf(daemon({ url: "https://page.example/daemon", token: "t" }).follow({ apply() {} })),
    codeOf(hub({ url: "https://page.example/hub", token: "t" }).catalog()),
    codeOf(hub({ url: "https://page.example/hub", token: "t" }).followFleet({ apply() {} })),
  ]);`;

/** What a page has and this module may use. */
const WEB = {
  ...{ AbortController, AbortSignal, TextDecoder, TextEncoder, URL, URLSearchParams },
  ...{ atob, crypto, performance, queueMicrotask, setTimeout, clearTimeout },
};

test("loads and works where there is nothing but what a page has", async () => {
  const stdin = { contents: PAGE, resolveDir: "." };
  const { outputFiles } = await build({ stdin, bundle: true, format: "iife", platform: "browser", write: false });
  const asked: unknown[] = [];
  const fetch = async (url: string, { headers }: RequestInit): Promise<Response> => {
    asked.push([url, new Headers(headers).get("authorization")]);
    return new Response("<html>", { headers: { "content-type": "text/html" } });
  };
  const context = createContext({ ...WEB, fetch });
  runInContext(outputFiles[0]?.text ?? "", context);
  expect(await context["said"]).toEqual([
    "NotRunning session_unknown",
    ...Array(4).fill("DaemonError unreadable_answer"),
  ]);
  const paths = ["daemon/sync", "daemon/sync", "hub/api/v1/catalog", "hub/api/v1/catalog"];
  expect(asked.toSorted()).toEqual(paths.map((path) => [`https://page.example/${path}`, "Bearer t"]));
});
