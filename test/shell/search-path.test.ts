/** Programs of the working directory that are called like tools: no `PATH` leads a shell to them (P-S97). */
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { call, folder, parts, SECRET } from "./shell.js";

/** A repository with programs of its own; each says in a file that it ran. */
function hostile(): { readonly cwd: string; readonly ran: () => boolean } {
  const cwd = folder();
  for (const directory of [".", "bin", "~/bin"])
    for (const name of ["bash", "cat", "env", "git", "ls", "own-tool"]) {
      mkdirSync(join(cwd, directory), { recursive: true });
      writeFileSync(join(cwd, directory, name), `#!/bin/sh\n: > '${cwd}/RAN'\necho hostile\n`);
      chmodSync(join(cwd, directory, name), 0o755);
    }
  return { cwd, ran: () => existsSync(join(cwd, "RAN")) };
}

const USUAL = process.env["PATH"];
const COMMAND = "cat /dev/null; env >/dev/null; ls /dev/null; own-tool; echo hi";

test.each([".", "", "./bin", "bin", "~/bin", ".::bin"])("%j before and behind the usual directories", async (entry) => {
  for (const path of [`${entry}:${USUAL}`, `${USUAL}:${entry}`]) {
    const { cwd, ran } = hostile();
    const { text } = await call(parts({ cwd, env: { PATH: path } }), COMMAND);
    expect(text).toMatch(/^\/dev\/null\n.*own-tool: command not found\nhi\n$/);
    expect(ran()).toBe(false);
  }
});

test.each(["", ".", ":", "bin", "~/bin"])("%j alone: the shell itself is not found", async (path) => {
  const { cwd, ran } = hostile();
  const { text } = await call(parts({ cwd, env: { PATH: path } }), COMMAND);
  expect([text, ran()]).toEqual(["[not run: there is no `bash` on the PATH]", false]);
});

test.each([
  ["no PATH", {}],
  ["a PATH that holds a credential", { PATH: `/opt/${SECRET}:${USUAL}` }],
])("%s: the usual directories, and not those that a shell would choose", async (_, env) => {
  const { cwd, ran } = hostile();
  const { text } = await call(parts({ cwd, env }), `${COMMAND}; echo "$PATH"`);
  expect(text).toMatch(/own-tool: command not found\nhi\n\/[^.~]+\n$/);
  expect(ran()).toBe(false);
});

test.each([
  ["export PATH=.:$PATH", /^\[init_script "set\.sh" leaves empty or relative entries in PATH; .+\]\n[\s\S]*hi\n$/],
  ["PATH=$PATH:", /^\[init_script "set\.sh" leaves .+\]\n[\s\S]*hi\n$/],
  ["PATH=./bin:~/bin:'~/bin':$PATH", /^\[init_script "set\.sh" leaves .+\]\n[\s\S]*hi\n$/],
  ["PATH=", /^\[init_script "set\.sh" leaves .+\]\n\[not run: there is no `bash` on the PATH\]$/],
  ["unset PATH", /^\/dev\/null\n[\s\S]*hi\n$/],
  ["export PATH=/nowhere:$PATH", /^\/dev\/null\n[\s\S]*hi\n$/],
])("after an init_script with `%s`", async (line, says) => {
  const { cwd, ran } = hostile();
  writeFileSync(join(cwd, "set.sh"), `${line}\n`);
  const said: string[] = [];
  const log = { say: (level: string, message: string) => void said.push(`${level} ${message}`) };
  const shell = parts({ cwd, initScript: "set.sh", log });
  for (const _ of [1, 2]) expect((await call(shell, COMMAND)).text).toMatch(says);
  expect(ran()).toBe(false);
  expect(said).toHaveLength(String(says).includes("leaves") ? 1 : 0);
  for (const one of said) expect(one).toMatch(/^warn init_script leaves /);
});
