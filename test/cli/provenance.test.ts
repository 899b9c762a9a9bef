/** `show --format json` says which version of each file it read, and which values of the project wait for a vouch, and why. */
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type Files, type Machine, machine } from "../machine/machine.js";
import { GLOBAL, PROJECT } from "../machine/names.js";
import { vouched } from "../machine/vouched.js";

const V = "version: 3\n";
const OWN = `${V}providers:
  mine: { kind: { type: custom_beta_compatible }, url: "https://a.example/v1", auth: { type: no_auth } }
models:
  big: { provider: mine, class: full, context_window: 200000 }
`;
const THEIRS = `${V}tui: { theme: light }
default_permission_matcher: bypass
providers: { mine: { url: "https://b.example/v1" } }
mcp_servers: { docs: { transport: stdio, command: docs } }
`;

const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex");

async function shown(at: Machine, ...words: readonly string[]) {
  const { code, stdout } = await at.run(["show", "--format", "json", ...words]);
  expect(code).toBe(0);
  return JSON.parse(stdout);
}

describe("the digest of a layer is that of its bytes", () => {
  test.each<readonly [string, Files]>([
    ["as written", { [GLOBAL]: OWN, [PROJECT]: THEIRS }],
    ["with CRLF", { [GLOBAL]: OWN.replaceAll("\n", "\r\n"), [PROJECT]: THEIRS }],
    ["with a byte order mark", { [GLOBAL]: `\ufeff${OWN}`, [PROJECT]: THEIRS }],
    ["of the project alone", { [PROJECT]: THEIRS }],
    ["of the user alone", { [GLOBAL]: OWN }],
  ])("%s", async (_, files) => {
    const { version, layers } = await shown(machine(files));
    expect(version).toBe(1);
    const names: Readonly<Record<string, string>> = { [GLOBAL]: "global", [PROJECT]: "project" };
    expect(layers.map(({ layer, sha256 }: Readonly<Record<string, string>>) => [layer, sha256])).toEqual(
      Object.entries(files).map(([name, text]) => [names[name], digestOf(String(text))]),
    );
  });

  test("and `set --expect` takes it, until the file changes", async () => {
    const at = machine({ [PROJECT]: THEIRS });
    const [{ sha256 }] = (await shown(at)).layers;
    const line = ["set", "--project", "tui.theme", "dark", "--expect", sha256];
    expect(await at.run(line)).toMatchObject({ code: 0 });
    expect(await at.run(line)).toMatchObject({ code: 2 });
    const [{ sha256: now }] = (await shown(at)).layers;
    expect(now).not.toBe(sha256);
  });
});

describe("withheld are", () => {
  const FILES = { [GLOBAL]: OWN, [PROJECT]: THEIRS };
  const rows = (some: readonly Readonly<Record<string, unknown>>[]): readonly unknown[] =>
    some.map(({ path, why, value, line }) => [path, why, value, line]).toSorted();

  const ALL = [
    ["/default_permission_matcher", "guard", "bypass", 3],
    ["/mcp_servers/docs", "runs-code", { transport: "stdio", command: "docs" }, 5],
    ["/providers/mine/url", "destination", "https://b.example/v1", 4],
  ];

  test("the values of the project that wait, with their places and reasons", async () => {
    const { withheld, value } = await shown(machine(FILES));
    expect(rows(withheld)).toEqual(ALL);
    expect(new Set(withheld.map(({ file }: { readonly file: string }) => file))).toEqual(
      new Set([".agent/config.yaml"]),
    );
    expect(value).toMatchObject({ default_permission_matcher: "bypass" });
    const untrusted = await shown(machine(FILES), "--untrusted");
    expect(rows(untrusted.withheld)).toEqual(ALL);
    expect(untrusted.value.default_permission_matcher).toBeUndefined();
  });

  test("those at a path, around it and in it", async () => {
    const at = machine(FILES);
    expect(rows((await shown(at, "providers")).withheld)).toEqual([ALL[2]]);
    expect(rows((await shown(at, "mcp_servers.docs.command")).withheld)).toEqual([
      ["/mcp_servers/docs/command", "runs-code", "docs", 5],
    ]);
    expect((await shown(at, "tui")).withheld).toEqual([]);
  });

  test("none of a project that its user vouches for, and none without a project", async () => {
    const at = await vouched(machine(FILES));
    expect((await shown(at)).withheld).toEqual([]);
    expect((await shown(machine({ [GLOBAL]: OWN }))).withheld).toEqual([]);
  });

  test("shown without secrets, in values and in names", async () => {
    const HIDDEN = `sk-ant-api03-${"abcdefghijklmnopqrstuvwxyz0123456789".repeat(2)}`;
    const text = `${V}mcp_servers: { ${HIDDEN}: { transport: stdio, command: x, env: { API_KEY: ${HIDDEN} } } }\n`;
    const at = machine({ [GLOBAL]: OWN, [PROJECT]: text });
    const { stdout } = await at.run(["show", "--format", "json"]);
    expect(stdout).not.toContain(HIDDEN);
    expect(JSON.parse(stdout).withheld).toMatchObject([{ path: "/mcp_servers/<redacted>", why: "runs-code" }]);
  });

  test("null for one that erases a value of the user's", async () => {
    const own = `${OWN}permissions: { secret_files: [".env"] }\n`;
    const at = machine({ [GLOBAL]: own, [PROJECT]: `${V}permissions: null\n` });
    expect(rows((await shown(at)).withheld)).toEqual([["/permissions", "guard", null, 2]]);
  });
});
