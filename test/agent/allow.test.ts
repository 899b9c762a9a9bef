/** `--allow`: rules of one run, which reach its daemon; and a file of permissions with errors, which is said where a session starts (P-S108). */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { single } from "../model/asking.js";
import { calling, callOf, inTurn, modelServer, saying } from "../model/server.js";
import { place, run } from "./process.js";

async function there(commands: readonly string[], permissions?: string) {
  const server = await modelServer(
    inTurn(
      ...commands.map((command, index) => calling(callOf("shell", { command }, 0, `call-${index}`))),
      saying("Fixed."),
    ),
  );
  const at = place(single(`${server.url}/v1`));
  if (permissions !== undefined) writeFileSync(join(at.path, "permissions.yaml"), permissions);
  return { at, exec: (...words: readonly string[]) => run(["exec", "hi", ...at.start, ...words]) };
}

interface Said {
  readonly calls: readonly { readonly outcome: string }[];
}

test("the calls of its rules run, and no others", async () => {
  const { exec } = await there(["echo one | wc -l", "echo 'a  b' && printf x", "echo two"]);
  const words = ["--allow", "shell: wc *", "--allow", "shell: printf x", "--format", "json", "--quiet"];
  const { code, stdout } = await exec(...words);
  expect(code).toBe(0);
  expect((JSON.parse(stdout) as Said).calls.map(({ outcome }) => outcome)).toEqual(["done", "done", "not allowed"]);
});

test("no rule of a run beats one that denies", async () => {
  const { exec } = await there(["git push"], "deny: [{ command: git push * }]\n");
  const { stdout } = await exec("--allow", "shell", "--allow", "shell: git push", "--format", "json", "--quiet");
  expect((JSON.parse(stdout) as Said).calls).toMatchObject([{ outcome: "not allowed" }]);
});

test.each([
  ["npm test", "names no tool: write `shell: npm test` for a command"],
  ["shel: npm test", "begins with `shel`, which is no tool: did you mean `shell`?"],
  ["shell: a && b", "is no rule: its command joins several commands: write a rule for each of them"],
  ["shell:", "has nothing behind the colon: write `shell` alone for all its calls"],
  [
    "shell: rm $X",
    "is no rule: its command holds a variable, braces or another expansion: write what they stand for, or `*`",
  ],
  ["", "names no tool: write for example `shell: npm test`"],
])("`--allow %s` is a mistake, before anything starts", async (rule, message) => {
  const { exec } = await there([]);
  expect(await exec("--allow", rule)).toEqual({
    code: 2,
    stdout: "",
    stderr: `agent: \`--allow\` \`${rule === "" ? '""' : rule}\` ${message}\n`,
  });
});

test("a file of permissions with an error is said when a session starts, and allows nothing", async () => {
  const { exec } = await there(["echo one"], "allow: [{ tool: shell }]\nalow: []\n");
  const { code, stderr } = await exec();
  expect(code).toBe(0);
  expect(stderr).toContain(
    `agent: the rules of permissions have an error, and a file with one allows nothing: \`permissions.yaml:2:1\` (schema/unknown-key)`,
  );
  expect(stderr).toContain("shell: echo one: not allowed\n");
});
