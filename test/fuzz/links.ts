/** Links of a project on a disk: files outside of the project stay as they would without it (S37, S38). */
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect } from "vitest";
import { type Files, machine } from "../machine/machine.js";
import { globalFile } from "../machine/names.js";
import { bytesOf, type Case } from "./case.js";

/** Names in and beside the repository that may be links, and where those may lead, from the repository. */
const NAMES = [".agent", ".agent/config.yaml", ".agent/config.json", "tools", "tools/config.yaml"];
const TARGETS = [
  ...[
    "../home/.config/agent",
    "../home/.config/agent/config.yaml",
    "../home/.config",
    "../outside",
    "../outside/config.yaml",
  ],
  ...["tools", "tools/config.yaml", ".agent", ".agent/config.yaml", "..", ".", "/", "none"],
];

/** Links by name, each to a path from the repository. */
export const linksArbitrary = fc.dictionary(fc.constantFrom(...NAMES), fc.constantFrom(...TARGETS), {
  minKeys: 1,
  maxKeys: 3,
});

const COMMANDS = [
  "lint --fix",
  "lint --fix --unsafe-fixes",
  "upgrade --write",
  "set --project tui.theme dark",
  "set --project --file tools/config.yaml tui.theme light",
  "unset --project tui",
];

export async function judgeLinks({ global, project, links = {} }: Case): Promise<void> {
  const own: Files = {
    ...(global && { [globalFile(global.format)]: bytesOf(global) }),
    "../outside/config.yaml": "tui: {}\n",
  };
  const text = project === undefined ? "tui: {}\n" : bytesOf(project);
  const linked = Object.entries(links).filter(
    ([name]) => !Object.keys(links).some((other) => name.startsWith(`${other}/`)),
  );
  const targets = linked.map(
    ([name, to]) => [name, { to: name.includes("/") && !to.startsWith("/") ? `../${to}` : to }] as const,
  );
  const files = [".agent/config.yaml", "tools/config.yaml"].filter(
    (name) => !linked.some(([link]) => name === link || name.startsWith(`${link}/`)),
  );
  const attacked = machine({
    ...own,
    ...Object.fromEntries(files.map((name) => [name, text])),
    ...Object.fromEntries(targets),
  });
  const alone = machine(own);
  try {
    for (const line of COMMANDS) {
      const before = outsideOf(attacked.root);
      for (const one of [attacked, alone]) {
        const { stderr } = await one.run(line.split(" "));
        expect([line, stderr]).toEqual([line, expect.not.stringContaining("internal error")]);
      }
      const after = outsideOf(attacked.root);
      // A project can always stop a command: then nothing is written at all.
      if (isDeepStrictEqual(after, before)) restore(alone.root, before);
      else expect([line, after]).toEqual([line, outsideOf(alone.root)]);
    }
  } finally {
    for (const { root } of [attacked, alone]) rmSync(root, { recursive: true, force: true });
  }
}

function restore(root: string, files: Readonly<Record<string, string>>): void {
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(root, name), bytes, "base64");
}

/** Every file beside the repository. */
function outsideOf(root: string): Readonly<Record<string, string>> {
  const names = ["home", "outside"].flatMap((directory) =>
    readdirSync(join(root, directory), { recursive: true, encoding: "utf8" }).map((name) => join(directory, name)),
  );
  const files = names.filter((name) => statSync(join(root, name)).isFile());
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(root, name), "base64")]));
}
