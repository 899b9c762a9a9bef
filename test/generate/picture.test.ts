/** The picture in the README: what `agentcfg lint` shows of a project that turns its user's key against them. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { machine } from "../machine/machine.js";
import { generatePicture } from "./picture.js";

const fixture = (name: string): string => readFileSync(`fixtures/readme/picture/${name}.yaml`, "utf8");

test("docs/lint.svg shows what is printed today", async () => {
  const { spawn } = machine({
    "~/.config/agent/config.yaml": fixture("global"),
    ".agent/config.yaml": fixture("project"),
  });
  const { code, stdout, stderr } = spawn(["lint", "--color", "always"]);
  expect(code).toBe(1);
  await expect(generatePicture("agentcfg lint", `${stdout}${stderr}`)).toMatchFileSnapshot("../../docs/lint.svg");
});
