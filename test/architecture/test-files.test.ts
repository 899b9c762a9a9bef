/** Every file of tests is run by `npm test`, `npm run test:outside` or `npm run check`, and by one of them alone. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createVitest } from "vitest/node";

const files = readdirSync("test", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".test.ts"))
  .map((name) => join("test", name));

/** The projects that a script runs, by the options `--project` in it. */
function projectsOf(script: string): readonly string[] {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  return [...(scripts[script] ?? "").matchAll(/--project (\S+)/g)].map(([, name = ""]) => name);
}

test("each file is in one project, and each project in one script", async () => {
  const vitest = await createVitest("test", { config: "test/built.config.ts", watch: false });
  try {
    const specifications = await vitest.globTestSpecifications();
    const found = specifications.map(({ moduleId }) => moduleId.slice(process.cwd().length + 1));
    expect(found.toSorted()).toEqual(files.toSorted());
    const projects = vitest.projects.map(({ name }) => name);
    expect(["test", "test:outside", "check"].flatMap(projectsOf).toSorted()).toEqual(projects.toSorted());
    const outside = projectsOf("test:outside");
    const asked = specifications.filter(({ project }) => outside.includes(project.name));
    const folder = files.filter((name) => name.startsWith(join("test", "outside", "/")));
    expect(asked.map(({ moduleId }) => moduleId.slice(process.cwd().length + 1)).toSorted()).toEqual(folder.toSorted());
  } finally {
    await vitest.close();
  }
});
