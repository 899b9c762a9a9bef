/** Origins that `show --origin` prints: the same of every value in both formats, also below a name that is hidden. */
import { describe, expect, test } from "vitest";
import { machine } from "../machine/machine.js";
import { GLOBAL, PROJECT } from "../machine/names.js";

const HIDDEN = `sk-ant-api03-${"abcdefghijklmnopqrstuvwxyz0123456789".repeat(2)}`;

const FILES = {
  [GLOBAL]: ["version: 3", "tui:", "  theme: dark", "mcp_servers: {}", ""].join("\n"),
  [PROJECT]: [
    "version: 3",
    "models:",
    "  a: {}",
    `  ${HIDDEN}:`,
    "    context_window: 3000",
    "    tags:",
    "      - x",
    "      - []",
    "",
  ].join("\n"),
};

interface Shown {
  readonly origins: Readonly<Record<string, { readonly layer: string; readonly line?: number }>>;
}

describe.each([
  ["in effect", [], { "/models/a": ["project", 3], "/mcp_servers": ["global", 4] }],
  ["of one layer", ["--layer", "project"], { "/version": ["project", 1], "/models/<redacted>/tags/1": ["project", 8] }],
  ["with defaults", ["--defaults"], { "/tui/theme": ["global", 3] }],
] as const)("%s", (_, options, some) => {
  test("both formats name the same lines", async () => {
    const place = machine(FILES);
    const { stdout: json } = await place.run(["show", "--origin", "--format", "json", ...options]);
    const { stdout: yaml } = await place.run(["show", "--origin", ...options]);
    const { origins } = JSON.parse(json) as Shown;
    const found = Object.entries(origins).map(([path, { layer, line }]) => [path, [layer, line]] as const);
    expect(Object.fromEntries(found)).toMatchObject({
      "/models/<redacted>/context_window": ["project", 5],
      ...some,
    });
    const commented = yaml.split("\n").flatMap((line) => / # (?:.*:(\d+):\d+|default)$/.exec(line)?.slice(1) ?? []);
    expect(commented.map((line) => line && Number(line))).toEqual(found.map(([, [, line]]) => line));
    expect(json + yaml).not.toContain(HIDDEN);
  });
});

test("a part, and a single value", async () => {
  const place = machine(FILES);
  expect((await place.run(["show", "tui.theme", "--origin"])).stdout).toMatch(/^dark {2}# .*:3:10\n$/);
  expect((await place.run(["show", "models.a", "--origin"])).stdout).toMatch(/^\{\}\n# .*:3:6\n$/);
  expect((await place.run(["show", "models.a"])).stdout).toBe("{}\n");
});
