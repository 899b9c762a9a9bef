/** CONTRIBUTING.md names only commands and files that are there. */
import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parsePage } from "../../src/toolkit/judge/report/rule-page.js";

const page = readFileSync("CONTRIBUTING.md", "utf8");
const spans = [...page.replace(/`{3,}.*?`{3,}/gs, "").matchAll(/`([^`\n]+)`/g)].map(([, text = ""]) => text);
const lines = spans.flatMap((span) => span.split(" && "));

test("it is read in one go", () => {
  expect(page.trimEnd().split("\n").length).toBeLessThanOrEqual(60);
});

test("every npm script is in package.json", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
  const named = lines.flatMap((line) => /^npm (?:run ([\w:]+)|(test)\b)/.exec(line)?.slice(1) ?? []).filter(Boolean);
  expect(named.length).toBeGreaterThan(7);
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});

test("every program and every file is there, but those of the first rule", () => {
  const words = lines.flatMap((line) =>
    (line.startsWith("npx ") ? line.replace(/^npx (\S+)/, "node_modules/.bin/$1") : line).split(" "),
  );
  const files = words.filter((word) => /^[\w.]+\/|\.(json|md)$/.test(word));
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((file) => !existsSync(file) && !file.includes("many-retries"))).toEqual([]);
});

test("what the first rule imports is there, and its case is one that pages can have", () => {
  const [, code = ""] = /```ts\n(.*?)```/s.exec(page) ?? [];
  const imports = [...code.matchAll(/from "(.*)\.js"/g)].map(([, path]) => `src/toolkit/judge/rules/effect/${path}.ts`);
  expect(imports.length).toBe(3);
  expect(imports.filter((file) => !existsSync(file))).toEqual([]);
  const [, markdown = ""] = /````markdown\n(.*?)````/s.exec(page) ?? [];
  const lines = markdown
    .trimEnd()
    .split("\n")
    .map((line) => line.trim());
  expect(lines.length).toBe(5);
  expect(parsePage(lines.join("\n")).cases).toMatchObject([
    { kind: "reported", files: [{ name: "config.yaml", text: "daemon: { retry: { max_retries: 5000 } }\n" }] },
  ]);
});
