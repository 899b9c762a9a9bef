/** `dist/client.js` as one module without imports, and in a page. */
import { createContext, runInContext } from "node:vm";
import { build } from "esbuild";
import { expect, test } from "vitest";

const CLIENT = "dist/client.js";

test("is one module that imports nothing", async () => {
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
