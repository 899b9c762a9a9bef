/** The merge table (S12), row by row: what is in effect, where it comes from, and why the other value lost. */
import { describe, expect, test } from "vitest";
import { type Path, parsePath, toPointer } from "../../src/text/path.js";
import { load } from "../../src/toolkit/load.js";
import { merge } from "../../src/toolkit/mean/configuration/merge.js";
import type { Setting, Shadowed } from "../../src/toolkit/mean/configuration/setting.js";
import { dataAt } from "../../src/toolkit/read/document/data.js";
import { layerOf } from "../../src/toolkit/read/layers/layer.js";
import type { JsonObject } from "../arbitrary/plain.js";
import { spell } from "../machine/layered.js";
import { memoryHost } from "../machine/memory.js";
import { globalFile, projectFile } from "../machine/names.js";

type Comes = "global" | "project" | "default" | undefined;

interface Case {
  readonly what: string;
  readonly global: JsonObject;
  readonly project: JsonObject;
  /** Values in effect and the layers they come from, by path; undefined where there is none. */
  readonly effect: Readonly<Record<string, readonly [value: unknown, from: Comes]>>;
  /** `layer pointer reason` of each value that lost. */
  readonly lost?: readonly string[];
  /** Rules of the findings, each in the project. */
  readonly said?: readonly string[];
}

const custom = (more: JsonObject = {}): JsonObject => ({
  kind: { type: "custom_alpha_compatible" },
  url: "https://p.test",
  ...more,
});
const STDIO: JsonObject = { transport: "stdio", command: "c", args: ["a"], env: { A: "a" } };
const HTTP: JsonObject = { transport: "http", url: "https://s.test" };

const provider = (more: JsonObject): JsonObject => ({ providers: { p: more } });
const server = (more: JsonObject): JsonObject => ({ mcp_servers: { s: more } });

const table: Readonly<Record<string, readonly Case[]>> = {
  "object over object: key by key, lower keys first": [
    {
      what: "of the schema's own keys",
      global: { daemon: { web: { http_proxy: "http://g.test" }, log_level: "info" } },
      project: { daemon: { log_level: "warn", web: { https_proxy: "http://p.test" } } },
      effect: {
        daemon: [expect.objectContaining({ log_level: "warn" }), "global"],
        "daemon.web.http_proxy": ["http://g.test", "global"],
        "daemon.web.https_proxy": ["http://p.test", "project"],
        "daemon.log_level": ["warn", "project"],
      },
      lost: ["global /daemon/log_level overridden"],
    },
    {
      what: "of keys that the schema does not know",
      global: { tui: { x: { a: 1, b: { c: 2 } } } },
      project: { tui: { x: { b: { d: 3 }, e: 4 } } },
      effect: {
        "tui.x": [{ a: 1, b: { c: 2, d: 3 }, e: 4 }, "global"],
        "tui.x.b.c": [2, "global"],
        "tui.x.b.d": [3, "project"],
      },
    },
    {
      what: "of a map, where both have an entry",
      global: provider(custom({ headers: { A: "a" } })),
      project: { providers: { p: { url: "https://q.test" }, q: custom() } },
      effect: {
        "providers.p": [expect.objectContaining({ url: "https://q.test", headers: { A: "a" } }), "global"],
        "providers.p.url": ["https://q.test", "project"],
        "providers.q": [custom({ protocol: "alpha_messages" }), "project"],
      },
      lost: ["global /providers/p/url overridden"],
    },
  ],
  "array over anything: replaced": [
    {
      what: "over an array",
      global: { permissions: { secret_files: ["a", "b"] } },
      project: { permissions: { secret_files: ["c"] } },
      effect: { "permissions.secret_files": [["c"], "project"], "permissions.secret_files[0]": ["c", "project"] },
      lost: ["global /permissions/secret_files overridden"],
    },
    {
      what: "an empty one is a value",
      global: { permissions: { secret_files: ["a", "b"] } },
      project: { permissions: { secret_files: [] } },
      effect: { "permissions.secret_files": [[], "project"] },
      lost: ["global /permissions/secret_files overridden"],
    },
    {
      what: "over an object and over a scalar",
      global: { tui: { x: { a: 1 }, y: 1 } },
      project: { tui: { x: [1], y: [] } },
      effect: { "tui.x": [[1], "project"], "tui.y": [[], "project"], "tui.x.a": [undefined, undefined] },
      lost: ["global /tui/x overridden", "global /tui/y overridden"],
    },
  ],
  "scalar over anything: replaced": [
    {
      what: "over a scalar",
      global: { tui: { theme: "dark" } },
      project: { tui: { theme: "light" } },
      effect: { "tui.theme": ["light", "project"] },
      lost: ["global /tui/theme overridden"],
    },
    {
      what: "over an object and over an array",
      global: { tui: { x: { a: 1 }, y: [1] } },
      project: { tui: { x: 1, y: false } },
      effect: { "tui.x": [1, "project"], "tui.y": [false, "project"] },
      lost: ["global /tui/x overridden", "global /tui/y overridden"],
    },
    {
      what: "an object over a scalar, where the schema wants neither",
      global: { tui: { x: 1, y: [1] } },
      project: { tui: { x: { a: 2 }, y: { b: 3 } } },
      effect: { "tui.x.a": [2, "project"], "tui.y": [{ b: 3 }, "project"] },
      lost: ["global /tui/x overridden", "global /tui/y overridden"],
    },
  ],
  "null at a nullable key: unset": [
    {
      what: "a block",
      global: { tui: { theme: "dark", "alt-screen": "never" } },
      project: { tui: null },
      effect: { "tui.theme": ["auto", "default"], "tui.alt-screen": ["auto", "default"] },
      lost: ["global /tui unset"],
    },
    {
      what: "a value with a default",
      global: { default_permission_matcher: "bypass" },
      project: { default_permission_matcher: null },
      effect: { default_permission_matcher: ["standard", "default"] },
      lost: ["global /default_permission_matcher unset"],
    },
    {
      what: "a list with a default",
      global: server({ ...STDIO, pass_env: ["A"] }),
      project: server({ pass_env: null }),
      effect: { "mcp_servers.s.pass_env": [["HOME", "PATH", "LANG", "TMPDIR"], "default"] },
      lost: ["global /mcp_servers/s/pass_env unset"],
    },
    {
      what: "a value without a default",
      global: { defaults: { full: "m", mini: "m" } },
      project: { defaults: { full: null } },
      effect: { "defaults.full": [undefined, undefined], "defaults.mini": ["m", "global"] },
      lost: ["global /defaults/full unset"],
    },
    {
      what: "a union",
      global: provider(custom({ auth: { type: "static_key", key: "k" } })),
      project: provider({ auth: null }),
      effect: { "providers.p.auth": [undefined, undefined], "providers.p.url": ["https://p.test", "global"] },
      lost: ["global /providers/p/auth unset"],
    },
    {
      what: "nothing at all",
      global: {},
      project: { tui: null, defaults: { full: null } },
      effect: { "tui.theme": ["auto", "default"], "defaults.full": [undefined, undefined] },
    },
    {
      what: "in the lower layer, where the upper one has a value",
      global: { tui: null, default_permission_matcher: null },
      project: { tui: { theme: "dark" }, default_permission_matcher: "autonomous" },
      effect: { "tui.theme": ["dark", "project"], default_permission_matcher: ["autonomous", "project"] },
    },
  ],
  "null at a key that is not nullable, or as an entry: an error, lower value kept": [
    {
      what: "a value",
      global: { notifications: { trigger_turn: true }, tui: { theme: "dark" } },
      project: { notifications: { trigger_turn: null }, tui: { theme: null } },
      effect: { "notifications.trigger_turn": [true, "global"], "tui.theme": ["dark", "global"] },
      lost: ["project /notifications/trigger_turn unfit", "project /tui/theme unfit"],
      said: ["schema/wrong-type /notifications/trigger_turn", "schema/wrong-type /tui/theme"],
    },
    {
      what: "a map",
      global: provider(custom({ headers: { A: "a" } })),
      project: { providers: { p: { headers: null } }, models: null },
      effect: { "providers.p.headers": [{ A: "a" }, "global"] },
      lost: ["project /providers/p/headers unfit", "project /models unfit"],
      said: ["schema/wrong-type /providers/p/headers", "schema/wrong-type /models"],
    },
    {
      what: "an entry",
      global: { ...provider(custom({ headers: { A: "a" } })), ...server(STDIO) },
      project: { providers: { p: { headers: { A: null } } }, mcp_servers: { s: null } },
      effect: { "providers.p.headers.A": ["a", "global"], "mcp_servers.s.command": ["c", "global"] },
      lost: ["project /providers/p/headers/A unfit", "project /mcp_servers/s unfit"],
      said: ["layer/null-entry /providers/p/headers/A", "layer/null-entry /mcp_servers/s"],
    },
    {
      what: "an entry in another spelling",
      global: provider(custom({ headers: { "X-A": "a" } })),
      project: provider({ headers: { "x-a": null } }),
      effect: {
        "providers.p.headers.X-A": ["a", "global"],
        "providers.p.headers.x-a": [undefined, undefined],
      },
      lost: ["project /providers/p/headers/x-a unfit"],
      said: ["layer/null-entry /providers/p/headers/x-a"],
    },
    {
      what: "the tag of a server",
      global: server(STDIO),
      project: server({ transport: null }),
      effect: { "mcp_servers.s.transport": ["stdio", "global"], "mcp_servers.s.command": ["c", "global"] },
      lost: ["project /mcp_servers/s/transport unfit"],
      said: ["schema/wrong-type /mcp_servers/s/transport"],
    },
    {
      what: "the tag of a way to authenticate",
      global: provider(custom({ auth: { type: "static_key", key: "k" } })),
      project: provider({ auth: { type: null } }),
      effect: { "providers.p.auth": [{ type: "static_key", key: "k" }, "global"] },
      lost: ["project /providers/p/auth/type unfit"],
      said: ["schema/wrong-type /providers/p/auth/type"],
    },
  ],
  "another type than the schema wants: an error, lower value kept": [
    {
      what: "a scalar or an array for an object",
      global: { tui: { theme: "dark" }, daemon: { log_level: "info", web: { http_proxy: "http://g.test" } } },
      project: { tui: "dark", daemon: { web: [] } },
      effect: { "tui.theme": ["dark", "global"], "daemon.web.http_proxy": ["http://g.test", "global"] },
      lost: ["project /tui unfit", "project /daemon/web unfit"],
      said: ["schema/wrong-type /tui", "schema/wrong-type /daemon/web"],
    },
    {
      what: "an object or an array for a scalar",
      global: { tui: { theme: "dark" }, defaults: { full: "m" } },
      project: { tui: { theme: {} }, defaults: { full: ["m"] } },
      effect: { "tui.theme": ["dark", "global"], "defaults.full": ["m", "global"] },
      lost: ["project /tui/theme unfit", "project /defaults/full unfit"],
      said: ["schema/wrong-type /tui/theme", "schema/wrong-type /defaults/full"],
    },
    {
      what: "an object for an array, and an array with one wrong item",
      global: { permissions: { secret_words: ["hush-hush"], secret_files: ["file"] } },
      project: { permissions: { secret_words: {}, secret_files: ["other", 1] } },
      effect: {
        "permissions.secret_words": [["hush-hush"], "global"],
        "permissions.secret_files": [["file"], "global"],
      },
      lost: ["project /permissions/secret_words unfit", "project /permissions/secret_files unfit"],
      said: ["schema/wrong-type /permissions/secret_words", "schema/wrong-type /permissions/secret_files/1"],
    },
    {
      what: "a value that is not accepted",
      global: { tui: { theme: "dark" }, daemon: { max_tool_turns: 1 } },
      project: { tui: { theme: "blue" }, daemon: { max_tool_turns: -1 } },
      effect: { "tui.theme": ["dark", "global"], "daemon.max_tool_turns": [1, "global"] },
      lost: ["project /tui/theme unfit", "project /daemon/max_tool_turns unfit"],
      said: ["schema/unknown-value /tui/theme", "schema/out-of-range /daemon/max_tool_turns"],
    },
    {
      what: "a header in another spelling",
      global: provider(custom({ headers: { "X-A": "a" } })),
      project: provider({ headers: { "x-a": ["b"] } }),
      effect: { "providers.p.headers": [{ "X-A": "a" }, "global"] },
      lost: ["project /providers/p/headers/x-a unfit"],
      said: ["schema/wrong-type /providers/p/headers/x-a"],
    },
    {
      what: "a tag",
      global: server(STDIO),
      project: server({ transport: 1, default_enabled: false }),
      effect: { "mcp_servers.s.transport": ["stdio", "global"], "mcp_servers.s.command": ["c", "global"] },
      said: ["schema/wrong-type /mcp_servers/s/transport"],
      lost: ["project /mcp_servers/s/transport unfit"],
    },
  ],
  "tagged object, same tag or no tag: key by key": [
    {
      what: "the same tag",
      global: server(STDIO),
      project: server({ transport: "stdio", args: [], env: { B: "b" } }),
      effect: {
        "mcp_servers.s.command": ["c", "global"],
        "mcp_servers.s.args": [[], "project"],
        "mcp_servers.s.env": [{ A: "a", B: "b" }, "global"],
        "mcp_servers.s.env.A": ["a", "global"],
        "mcp_servers.s.env.B": ["b", "project"],
      },
      lost: ["global /mcp_servers/s/transport overridden", "global /mcp_servers/s/args overridden"],
    },
    {
      what: "no tag",
      global: { ...server(STDIO), ...provider(custom({ auth: { type: "static_key", key: "k" } })) },
      project: { ...server({ command: "d" }), ...provider({ auth: { format: "bearer_token" } }) },
      effect: {
        "mcp_servers.s.transport": ["stdio", "global"],
        "mcp_servers.s.command": ["d", "project"],
        "providers.p.auth.key": ["k", "global"],
        "providers.p.auth.format": ["bearer_token", "project"],
      },
      lost: ["global /mcp_servers/s/command overridden"],
    },
  ],
  "tagged object, another tag: only keys common to every variant survive": [
    {
      what: "a server over another transport",
      global: server({ ...STDIO, block_list: ["mcp__s__x"], default_enabled: false, log_stdout: true }),
      project: server(HTTP),
      effect: {
        "mcp_servers.s.transport": ["http", "project"],
        "mcp_servers.s.url": ["https://s.test", "project"],
        "mcp_servers.s.block_list": [["mcp__s__x"], "global"],
        "mcp_servers.s.default_enabled": [false, "global"],
        "mcp_servers.s.command": [undefined, undefined],
        "mcp_servers.s.args": [undefined, undefined],
        "mcp_servers.s.env": [undefined, undefined],
        "mcp_servers.s.log_stdout": [undefined, undefined],
        "mcp_servers.s.headers": [{}, "default"],
      },
      lost: [
        "global /mcp_servers/s/transport other-variant",
        "global /mcp_servers/s/command other-variant",
        "global /mcp_servers/s/args other-variant",
        "global /mcp_servers/s/env other-variant",
        "global /mcp_servers/s/log_stdout other-variant",
      ],
    },
    {
      what: "a key of the same name in both variants",
      global: provider(custom({ auth: { type: "delta_device", profile: "mine" } })),
      project: provider({ auth: { type: "epsilon_device", profile: "theirs" } }),
      effect: { "providers.p.auth": [{ type: "epsilon_device", profile: "theirs" }, "project"] },
      lost: ["global /providers/p/auth/type other-variant", "global /providers/p/auth/profile other-variant"],
    },
    {
      what: "a secret does not pass into another variant",
      global: provider({ kind: { type: "catalog", name: "alpha" }, auth: { type: "static_key", key: "k" } }),
      project: provider({
        kind: { type: "custom_alpha_compatible" },
        url: "https://p.test",
        auth: { type: "no_auth" },
      }),
      effect: {
        "providers.p.kind": [{ type: "custom_alpha_compatible" }, "project"],
        "providers.p.auth": [{ type: "no_auth" }, "project"],
      },
      lost: [
        "global /providers/p/kind/type other-variant",
        "global /providers/p/kind/name other-variant",
        "global /providers/p/auth/type other-variant",
        "global /providers/p/auth/key other-variant",
      ],
    },
    {
      what: "a tag that nobody knows: an error, lower value kept",
      global: server(STDIO),
      project: server({ transport: "ws", url: "wss://s.test" }),
      effect: { "mcp_servers.s.transport": ["stdio", "global"], "mcp_servers.s.url": [undefined, undefined] },
      lost: ["project /mcp_servers/s unfit"],
      said: ["schema/unknown-variant /mcp_servers/s/transport"],
    },
  ],
  "tagged object, keys of another variant without the tag: an error, those keys ignored": [
    {
      what: "a URL for a local server",
      global: server(STDIO),
      project: server({ url: "https://evil.test", headers: { A: "b" }, args: ["b"] }),
      effect: {
        "mcp_servers.s.url": [undefined, undefined],
        "mcp_servers.s.headers": [undefined, undefined],
        "mcp_servers.s.args": [["b"], "project"],
        "mcp_servers.s.command": ["c", "global"],
      },
      lost: [
        "project /mcp_servers/s/url unfit",
        "project /mcp_servers/s/headers unfit",
        "global /mcp_servers/s/args overridden",
      ],
      said: ["layer/variant-mismatch /mcp_servers/s/url"],
    },
    {
      what: "a command for a remote server",
      global: server(HTTP),
      project: server({ command: "evil" }),
      effect: { "mcp_servers.s.command": [undefined, undefined], "mcp_servers.s.url": ["https://s.test", "global"] },
      lost: ["project /mcp_servers/s/command unfit"],
      said: ["layer/variant-mismatch /mcp_servers/s/command"],
    },
  ],
  "plugin value: replaced whole, never merged": [
    {
      what: "an object over an object",
      global: { plugins: { a: { x: 1, y: { z: 2 } }, b: 1 } },
      project: { plugins: { a: { y: {} } } },
      effect: {
        "plugins.a": [{ y: {} }, "project"],
        "plugins.a.x": [undefined, undefined],
        "plugins.a.y": [{}, "project"],
        "plugins.b": [1, "global"],
      },
      lost: ["global /plugins/a overridden"],
    },
    {
      what: "null is a value, also deep inside",
      global: { plugins: { a: { x: 1 }, b: 1 } },
      project: { plugins: { a: null, b: { c: [null] } } },
      effect: { "plugins.a": [null, "project"], "plugins.b": [{ c: [null] }, "project"] },
      lost: ["global /plugins/a overridden", "global /plugins/b overridden"],
    },
  ],
  "header map over header map: names compare without case, the upper spelling wins": [
    {
      what: "another spelling",
      global: provider(custom({ headers: { "X-A": "a", B: "b" } })),
      project: provider({ headers: { "x-a": "c" } }),
      effect: {
        "providers.p.headers": [{ B: "b", "x-a": "c" }, "global"],
        "providers.p.headers.x-a": ["c", "project"],
        "providers.p.headers.X-A": [undefined, undefined],
      },
      lost: ["global /providers/p/headers/X-A overridden"],
    },
    {
      what: "the same spelling",
      global: server({ ...HTTP, headers: { A: "a" } }),
      project: server({ headers: { A: "b" } }),
      effect: { "mcp_servers.s.headers": [{ A: "b" }, "global"], "mcp_servers.s.headers.A": ["b", "project"] },
      lost: ["global /mcp_servers/s/headers/A overridden"],
    },
    {
      what: "but names of variables do not",
      global: server(STDIO),
      project: server({ env: { a: "b" } }),
      effect: { "mcp_servers.s.env": [{ A: "a", a: "b" }, "global"] },
    },
  ],
};

const layersOf = ({ global, project }: Case) =>
  (
    [
      ["global", global],
      ["project", project],
    ] as const
  ).map(([scope, value]) =>
    layerOf(scope, Buffer.from(spell(value, "json")), "json", {
      scope,
      file: undefined,
      sha256: undefined,
    }),
  );

/** `layer pointer reason` of every value that is written and not in effect. */
function shadowedIn(setting: Setting, path: Path = []): readonly string[] {
  const line = (at: Path, { layer, why }: Shadowed): string => `${layer.scope} ${toPointer(at)} ${why}`;
  const own = setting.shadowed.map((shadowed) => line(path, shadowed));
  if (setting.kind !== "object") return own;
  return [
    ...own,
    ...[...setting.entries].flatMap(([key, child]) => shadowedIn(child, [...path, key])),
    ...[...setting.absent].flatMap(([key, all]) => all.map((shadowed) => line([...path, key], shadowed))),
  ];
}

for (const [row, cases] of Object.entries(table)) {
  describe(row, () => {
    test.each(cases.map((one) => [one.what, one] as const))("%s", async (_, one) => {
      const files = {
        [globalFile("json")]: spell({ version: 3, ...one.global }, "json"),
        [projectFile("yaml")]: spell({ version: 3, ...one.project }, "yaml"),
      };
      const { ok, config, origin, diagnostics } = await load({ host: memoryHost({ files }) });
      const found = Object.keys(one.effect).map((path) => [
        path,
        [dataAt(JSON.parse(JSON.stringify(config ?? {})), parsePath(path) ?? []), origin(path)?.layer],
      ]);
      expect({ ok, ...Object.fromEntries(found) }).toEqual({ ok: true, ...one.effect });

      const said = diagnostics.filter(({ rule }) => /^(schema|layer|syntax)\//.test(rule));
      expect(said.map(({ rule, path, layer }) => `${layer} ${rule} ${path}`)).toEqual(
        (one.said ?? []).map((text) => `project ${text}`),
      );

      const lost = shadowedIn(merge(layersOf(one)).settings);
      expect([...lost].sort()).toEqual([...(one.lost ?? [])].sort());
    });
  });
}

test("lower keys come first, in order", async () => {
  const files = {
    [globalFile("json")]: '{"plugins":{"b":1,"a":1},"version":3,"tui":{"z":1,"y":{"b":1,"a":1}}}',
    [projectFile("json")]: '{"tui":{"a":2,"y":{"c":2,"a":2},"z":2},"version":3,"plugins":{"c":2,"a":2}}',
  };
  const { config } = await load({ host: memoryHost({ files }) });
  expect(JSON.stringify([config?.plugins, config?.tui])).toMatch(
    /^\[{"b":1,"a":2,"c":2},{"z":2,"y":{"b":1,"a":2,"c":2},"a":2[,}]/,
  );
});

test.each([
  [3, 2],
  [2, 3],
  [2, 2],
])("version %d of the user over version %d of the project is never the project's (S10)", async (global, project) => {
  const files = {
    [globalFile("json")]: `{"version":${global}}`,
    [projectFile("json")]: `{"version":${project}}`,
  };
  const { config, origin } = await load({ host: memoryHost({ files }) });
  expect(config?.version).toBe(3);
  expect(origin("version")?.layer).not.toBe("project");
});
