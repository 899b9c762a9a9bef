/** The manual pages as readers of manuals show them, where they are installed. */
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { isThere } from "../../machine/required.js";

const PAGES = [
  { file: "docs/agentcfg.1", said: "agentcfg lint --no-global --fail-on warning" },
  { file: "docs/agent.1", said: "git diff | agent exec -" },
];

/** Readers of manuals, and how they are asked for everything they mind. */
const READERS: Readonly<Record<string, readonly string[]>> = {
  man: ["--warnings", "-l"],
  groff: ["-mandoc", "-Tutf8", "-ww"],
  mandoc: ["-T", "lint", "-W", "style"],
};

const READ = PAGES.flatMap((page) =>
  Object.entries(READERS).map(([reader, args]) => ({ ...page, reader, args: [...args, page.file] })),
);

test.each(READ)("$reader, where it is there, minds nothing in $file", ({ reader, args, said }) => {
  // The man of some systems takes no file; then the other readers have to do.
  const isGnu = reader !== "man" || /^man \d/.test(spawnSync("man", ["--version"], { encoding: "utf8" }).stdout ?? "");
  if (!isThere(reader, "--version") || !isGnu) return;
  const { status, stdout, stderr } = spawnSync(reader, args, {
    encoding: "utf8",
    env: { ...process.env, MANWIDTH: "80", LC_ALL: "C.UTF-8" },
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  if (reader === "mandoc") expect(stdout).toBe("");
  else expect(stdout).toContain(said);
});
