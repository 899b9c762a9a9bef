/** What the README offers to copy, for editors, pre-commit and CI: it can be read, and names only what is there. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { schema } from "../../src/cli/commands/schema.js";

const readme = readFileSync("README.md", "utf8");
const yaml = (file: string): unknown => parse(readFileSync(file, "utf8"));

/** The block that is for a file of this name. */
function blockFor(file: string): unknown {
  const start = `\`\`\`yaml\n# ${file}\n`;
  expect(readme).toContain(start);
  return parse(readme.slice(readme.indexOf(start) + start.length).split("```")[0] ?? "");
}

test("the editors are those that there are", () => {
  const [, first, others = ""] = /schema --associate (\w+) +# or ([\w, ]+)/.exec(readme) ?? [];
  const editors = schema.options.find(({ flags }) => flags.startsWith("--associate"))?.choices ?? [];
  expect(editors).toEqual([first, ...others.split(", ")]);
});

test("the hook of pre-commit is one that this repository has", () => {
  const hooks = yaml(".pre-commit-hooks.yaml") as readonly { readonly id: string }[];
  expect(blockFor(".pre-commit-config.yaml")).toMatchObject({ repos: [{ hooks: [{ id: hooks[0]?.id }] }] });
});

test("the workflow gives the action inputs that it has", () => {
  const { inputs } = yaml("action.yml") as { readonly inputs: object };
  const { jobs } = blockFor(".github/workflows/agentcfg.yml") as {
    readonly jobs: {
      readonly agentcfg: { readonly steps: readonly { readonly uses: string; readonly with?: object }[] };
    };
  };
  const own = jobs.agentcfg.steps.find(({ uses }) => uses.startsWith("OWNER/agentcfg@"));
  expect(own).toBeDefined();
  expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(own?.with ?? {})));
});
