/** `set()` for hosts: what it says, and that it writes only when it is asked to. */
import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { format } from "../../src/toolkit/format.js";
import { applyEdits } from "../../src/toolkit/read/edit/text-edits.js";
import { type SetOptions, set } from "../../src/toolkit/set-value.js";
import { type Files, machine } from "../machine/machine.js";
import { GLOBAL, PROJECT } from "../machine/names.js";

const TEXT = "version: 3 # ours\ndaemon: { log_level: info } # loud\n";

const on = (files: Files) => {
  const at = machine(files);
  return { at, change: (options: Omit<SetOptions, "host">) => set({ host: at.host, ...options }) };
};

describe("a change", () => {
  const debug = { layer: "project", path: "daemon.log_level", value: "debug" } as const;

  test("is a text and the edits that make it, and nothing is written", () => {
    const { at, change } = on({ [PROJECT]: TEXT });
    const result = change(debug);
    expect(result).toMatchObject({ kind: "changed", file: at.path(PROJECT), isNew: false });
    if (result.kind !== "changed") return;
    expect(result.text).toBe(TEXT.replace("info", "debug"));
    expect(applyEdits(TEXT, result.edits)).toBe(result.text);
    expect(result.findings().diagnostics).toEqual([]);
    expect(at.read(PROJECT)).toBe(TEXT);
  });

  test("is written when it is asked to be", () => {
    const { at, change } = on({ [PROJECT]: TEXT });
    expect(change({ ...debug, write: true }).kind).toBe("changed");
    expect(at.read(PROJECT)).toBe(TEXT.replace("info", "debug"));
    expect(change({ ...debug, write: true }).kind).toBe("unchanged");
  });

  test.each([
    ["a text without quotes", "a"],
    ["single quotes", "'a'"],
    ["double quotes", '"a"'],
  ])("over %s writes characters that act as escapes", (_, old) => {
    const { change } = on({ [PROJECT]: `version: 3\nplugins: { x: ${old} }\n` });
    const value = "\u202ea\u2066\u2028\u0085\u007f\ufeffb";
    const written = '"\\u202ea\\u2066\\u2028\\u0085\\u007f\\ufeffb"';
    const text = `version: 3\nplugins: { x: ${written} }\n`;
    expect(change({ layer: "project", path: "plugins.x", value })).toMatchObject({ kind: "changed", text });
  });

  test("takes a value out", () => {
    const { change } = on({ [PROJECT]: TEXT });
    expect(change({ ...debug, value: undefined })).toMatchObject({
      kind: "changed",
      text: "version: 3 # ours\ndaemon: {} # loud\n",
    });
  });

  test("makes a file where there is none, in its place", () => {
    const { at, change } = on({});
    const text = "version: 3\ndaemon:\n  log_level: debug\n";
    expect(change({ ...debug, write: true })).toMatchObject({ kind: "changed", isNew: true, text });
    expect(at.read(PROJECT)).toBe(text);
    const other = { ...debug, layer: "global", global: at.path("other/mine.json"), write: true } as const;
    expect(change(other)).toMatchObject({ kind: "changed", isNew: true, file: at.path("other/mine.json") });
    expect(JSON.parse(at.read("other/mine.json"))).toEqual({ version: 3, daemon: { log_level: "debug" } });
    expect(change({ ...debug, project: at.path("folder"), write: true })).toMatchObject({ kind: "changed" });
  });

  test("in a project that is named by its directory goes into `.agent`", () => {
    const { at, change } = on({ "folder/": "" });
    expect(change({ ...debug, project: at.path("folder") })).toMatchObject({
      file: at.path("folder/.agent/config.yaml"),
      isNew: true,
    });
  });

  test("keeps every digit of a large integer", () => {
    const { change } = on({ [GLOBAL]: "version: 3\n" });
    const value = { base_delay_ms: 18446744073709551615n };
    expect(change({ layer: "global", path: "/daemon/retry", value })).toMatchObject({
      kind: "changed",
      text: "version: 3\ndaemon:\n  retry:\n    base_delay_ms: 18446744073709551615\n",
    });
  });

  test.each([
    [2 ** 53, "9007199254740992"],
    [2 ** 60, "1152921504606846976"],
    [-(2 ** 60), "-1152921504606846976"],
    [2 ** 63, "9223372036854775808"],
    [1e300, "1e+300"],
    [0.1, "0.1"],
  ])("writes %d by its exact digits", (value, digits) => {
    for (const [name, text] of [
      ["config.yaml", `version: 3\nplugins:\n  x: [${digits}]\n`],
      ["config.json", `{\n  "version": 3,\n  "plugins": { "x": [${digits}] }\n}\n`],
      ["config.jsonc", `{\n  "version": 3,\n  "plugins": { "x": [${digits}] }\n}\n`],
    ] as const) {
      const { at, change } = on({});
      const options = { layer: "global", global: at.path(name), path: "plugins.x", value: [value] } as const;
      expect(change(options)).toMatchObject({ kind: "changed", text });
    }
  });

  test("reads a value once", () => {
    const { change } = on({ [PROJECT]: TEXT });
    let reads = 0;
    const value = Object.defineProperty({}, "a", { enumerable: true, get: () => (reads += 1) }) as { a: number };
    expect(change({ layer: "project", path: "plugins.q", value })).toMatchObject({ kind: "changed" });
    expect(reads).toBe(1);
  });

  test("says what lint says now and did not say before", () => {
    const { change } = on({ [GLOBAL]: "version: 3\nnonsense: 1\n" });
    const result = change({ layer: "global", path: "daemon.retry.max_retries", value: 0 });
    const rules = result.findings().diagnostics.map(({ rule }) => rule);
    expect(result.kind).toBe("changed");
    expect(rules).not.toContain("schema/unknown-key");
  });
});

describe("a refusal", () => {
  const BROKEN = "version: 3\ndaemon: [\n";

  test.each([
    ["a mistake", { [PROJECT]: TEXT }, "daemon.log_level", "lazy", "mistake"],
    ["what belongs to the user", { [PROJECT]: TEXT }, "telemetry", null, "mistake"],
    ["a name that there is not", { [PROJECT]: TEXT }, "daemon.log_levle", "info", "mistake"],
    ["no path", { [PROJECT]: TEXT }, "a[", 1, "path"],
    ["the whole", { [PROJECT]: TEXT }, "", {}, "path"],
    ["a file that cannot be read", { [PROJECT]: BROKEN }, "tui.theme", "dark", "unusable"],
    ["two files", { [PROJECT]: TEXT, ".agent/config.json": "{}" }, "tui.theme", "dark", "unusable"],
    ["a newer version", { [PROJECT]: "version: 4\n" }, "tui.theme", "dark", "newer"],
    [
      "a list in the way",
      { [PROJECT]: "version: 3\npermissions: { secret_files: [a] }\n" },
      "permissions.secret_files.b",
      1,
      "by-hand",
    ],
  ] as const)("of %s writes nothing and says why", (_, files, path, value, why) => {
    const { at, change } = on(files);
    expect(change({ layer: "project", path, value, write: true })).toMatchObject({ kind: "refused", why });
    for (const [name, text] of Object.entries(files)) expect(at.read(name)).toBe(text);
  });

  const circle: Record<string, unknown> = {};
  circle["in"] = [circle];
  let deep: unknown = 1;
  for (let depth = 0; depth < 100_000; depth += 1) deep = [deep];
  const throwing = (): never => {
    throw new Error("a secret");
  };

  test.each([
    ["a function", () => 1],
    ["a symbol", Symbol("x")],
    ["a map", new Map([["a", 1]])],
    ["a set inside an object", { a: new Set([1]) }],
    ["a date", new Date(0)],
    ["no number", { a: Number.NaN }],
    ["undefined in a list", [undefined]],
    ["a gap in a list", new Array(2)],
    ["a circle", circle],
    ["a value that is too deep", deep],
    ["a getter that throws", Object.defineProperty({}, "a", { enumerable: true, get: throwing })],
    ["a proxy that throws", new Proxy({}, { ownKeys: throwing })],
    ["a proxy in a list", [new Proxy({}, { getPrototypeOf: throwing })]],
    ["a list that throws", new Proxy([], { get: throwing })],
  ])("of %s writes nothing, and does not throw", (_, value) => {
    const { at, change } = on({ [PROJECT]: TEXT });
    const outcome = change({ layer: "project", path: "plugins.q", value: value as never, write: true });
    expect(outcome).toMatchObject({ kind: "refused", why: "by-hand" });
    expect(at.read(PROJECT)).toBe(TEXT);
  });

  test("shows the mistake, and nothing else", () => {
    const { change } = on({ [PROJECT]: `${TEXT}nonsense: 1\n` });
    const result = change({ layer: "project", path: "daemon.log_level", value: "lazy" });
    expect(format(result, "concise")).toMatch(/^\.agent\/config\.yaml:2:22: error\[schema\/unknown-value\]: .*\n$/);
  });

  test("of a layer that is left out", () => {
    const { change } = on({});
    const options = { layer: "project", path: "tui.theme", value: "dark", project: false } as const;
    expect(change(options)).toMatchObject({ kind: "refused", why: "unusable", file: undefined });
  });

  test("of a file that somebody is writing gives the reason", () => {
    const { at, change } = on({ [PROJECT]: TEXT });
    const host = { ...at.host, replaceFile: () => "permission denied" };
    expect(change({ layer: "project", path: "tui.theme", value: "dark", write: true, ...{ host } })).toMatchObject({
      kind: "refused",
      why: "unwritten",
      reason: "permission denied",
    });
  });
});

describe("with the digest of the version that its caller has seen", () => {
  const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex");
  const dark = { layer: "project", path: "tui.theme", value: "dark", write: true } as const;

  test.each([
    ["as it is", (digest: string) => digest],
    ["in capitals", (digest: string) => digest.toUpperCase()],
  ])("a change of that version %s is written", (_, spelt) => {
    for (const text of [TEXT, TEXT.replaceAll("\n", "\r\n"), `\ufeff${TEXT}`]) {
      const { at, change } = on({ [PROJECT]: text });
      expect(change({ ...dark, expect: spelt(digestOf(text)) }).kind).toBe("changed");
      expect(at.read(PROJECT)).toContain("theme");
    }
  });

  test.each([
    ["of one byte", { [PROJECT]: `${TEXT}\n` }],
    ["that has the value already", { [PROJECT]: `${TEXT}tui: { theme: dark }\n` }],
    ["of a newer format", { [PROJECT]: "version: 4\n" }],
    ["of another file of the two", { [GLOBAL]: TEXT, [PROJECT]: "version: 3\n" }],
    ["without any byte", { [PROJECT]: "" }],
  ])("another version is refused: a change %s", (_, files) => {
    const { at, change } = on(files);
    for (const write of [true, false])
      expect(change({ ...dark, write, expect: digestOf(TEXT) })).toMatchObject({
        ...{ kind: "refused", why: "stale", file: at.path(PROJECT) },
      });
    for (const [name, text] of Object.entries(files)) expect(at.read(name)).toBe(text);
  });

  test("a file that is gone is refused, and none is made", () => {
    const { at, change } = on({});
    expect(change({ ...dark, expect: digestOf(TEXT) })).toMatchObject({ kind: "refused", why: "stale" });
    expect(() => at.read(PROJECT)).toThrow();
  });

  test.each(["", "abc", "g".repeat(64), `${"a".repeat(64)}\n`, "a".repeat(63), `sha256:${"a".repeat(64)}`, 1, null])(
    "%j is no digest, which is a mistake of the caller",
    (expected) => {
      const { change } = on({ [PROJECT]: TEXT });
      expect(() => change({ ...dark, expect: expected as string })).toThrow(TypeError);
      expect(() => change({ ...dark, expect: expected as string })).toThrow(/`expect`.*SHA-256/);
    },
  );
});
