/** Paths as texts, and where they lead in a project. */
import { describe, expect, test } from "vitest";
import { rule as notFound } from "../../src/toolkit/judge/rules/path/not-found.js";
import { projectPathProblem } from "../../src/toolkit/judge/rules/path/project-path.js";
import { holdsCommand, stepsOf, unexpandedIn } from "../../src/toolkit/judge/rules/path/relative.js";
import type { Report } from "../../src/toolkit/judge/rules/rule.js";
import { lint } from "../../src/toolkit/lint.js";
import type { FileKind } from "../../src/toolkit/read/host/host.js";
import { seenIn } from "./context-of.js";
import { layersOf } from "./layers-of.js";

test.each([
  ["a/b", ["a", "b"]],
  ["a//./b/", ["a", "b"]],
  ["a/../b", ["b"]],
  ["a/..", []],
  ["", []],
  ["../a", undefined],
  ["a/../../b", undefined],
])("%j leads through %j", (text, steps) => {
  expect(stepsOf(text)).toEqual(steps);
});

test.each([
  ["~", "~"],
  ["~/a", "~"],
  ["~anna/a", "~anna"],
  ["$HOME", "$HOME"],
  ["$HOME/a", "$HOME"],
  ["%TEMP%", "%TEMP%"],
  ["%ProgramFiles(x86)%\\a", "%ProgramFiles(x86)%"],
  ["~a.md", undefined],
  ["$HOME-a", undefined],
  ["$1/a", undefined],
  ["%TEMP%a", undefined],
  ["a/~/b", undefined],
  ["a$HOME", undefined],
])("%j begins with what only a shell expands: %j", (text, head) => {
  expect(unexpandedIn(text)).toBe(head);
});

test.each([
  ["$(a)", true],
  ["a/${B:-c}", true],
  ["$a", false],
  ["(a)", false],
])("%j holds a command: %s", (text, expected) => {
  expect(holdsCommand(text)).toBe(expected);
});

test.each([
  ["https://a.example/b.md", "is a URL"],
  ["a/https://b.md", "contains a colon"],
  ["~\\a.md", undefined],
  ["a\\b.md", "contains a backslash"],
  ["$(a)\\b.md", undefined],
  ["$(a)\\..\\..\\b.md", "leads out of the project"],
  ["$(a)/..", "names the project itself, not a file in it"],
  ["$(a):b/con", undefined],
  ["a/con", "contains the name of a device"],
])("%j %s", (text, message) => {
  expect(projectPathProblem(text)?.message).toBe(message);
});

describe("a theme file", () => {
  const said = (theme: string, as: "global" | "project") =>
    lint({ texts: [{ file: "config.json", text: JSON.stringify({ version: 3, tui: { "theme-file": theme } }), as }] })
      .diagnostics.filter(({ rule }) => rule === "path/theme-file")
      .map(({ severity, message, fixes }) => `${severity} ${message.replace("`tui.theme-file` ", "")} ${fixes.length}`);
  const foreign = "is neither a built-in theme nor one in your themes directory";

  test.each([
    ["$USER_DIRECTORY/themes/a.yaml", []],
    ["$USER_DIRECTORY/.//themes/x/../a.yaml", []],
    ["$USER_DIRECTORY/themes", ["error does not end in the name of a `.yaml` file 0"]],
    ["$USER_DIRECTORY/themes/.yaml", ["error does not end in the name of a `.yaml` file 0"]],
    ["$USER_DIRECTORY/themes/a.yaml.bak", ["error does not end in the name of a `.yaml` file 0"]],
    ["$USER_DIRECTORY/a.yaml", ["error leads out of `$USER_DIRECTORY/themes` 0"]],
    ["$USER_DIRECTORY/../a.yaml", ["error leads out of `$USER_DIRECTORY/themes` 0"]],
    ["$USER_DIRECTORY\\themes\\a.yaml", ["error contains a backslash or a control character 0"]],
    ["$USER_DIRECTORY/themes/a\u0007.yaml", ["error contains a backslash or a control character 0"]],
    ["agent://themes/a.yaml", []],
    ["agent://x/themes/a.yaml", ["error names no built-in theme 0"]],
    ["agent://themes/a.yaml.bak", ["error names no built-in theme 0"]],
    ["$(pick)/themes/a.yaml", []],
    ["$(pick)/../../a.yaml", [`error ${foreign} 0`]],
    ["themes/$(pick).yaml", [`error ${foreign} 1`]],
    ["/usr/share/themes/a.yaml", [`warning ${foreign} 0`]],
    ["/u/themes/abc.yaml", [`warning ${foreign} 0`]],
    ["/themes/a.yaml", [`error ${foreign} 0`]],
    ["/usr/themes/a.yaml.bak", [`error ${foreign} 0`]],
    ["x/usr/themes/a.yaml", [`error ${foreign} 0`]],
    ["themes/a.yaml", [`error ${foreign} 1`]],
    ["./themes/a.yaml", [`error ${foreign} 1`]],
    ["~/.config/agent/themes/a.yaml", [`error ${foreign} 1`]],
    ["x/themes/a.yaml", [`error ${foreign} 0`]],
    ["themes/a.yaml.bak", [`error ${foreign} 0`]],
  ])("%j", (theme, expected) => {
    expect(said(theme, "global")).toEqual(expected);
  });

  test.each([
    ["/usr/share/themes/a.yaml", [`error ${foreign} 0`]],
    ["themes/a.yaml", [`error ${foreign} 0`]],
    ["$USER_DIRECTORY/themes/a.yaml", ["warning names a theme that only you have, for everybody in this project 0"]],
  ])("%j in a project", (theme, expected) => {
    expect(said(theme, "project")).toEqual(expected);
  });
});

test.each([
  ["%ProgramFiles(x86)%\\a.exe", "write the whole path"],
  ["%TEMP%\\a.exe", "write `${TEMP}`, which is substituted"],
  ["$TOOLS/a", "write `${TOOLS}`, which is substituted"],
  ["~/a", "write `${HOME}`, which is substituted"],
  ["~anna/a", "write the whole path"],
])("instead of %j", (command, help) => {
  const text = JSON.stringify({ version: 3, mcp_servers: { a: { transport: "stdio", command } } });
  expect(lint({ texts: [{ file: "config.json", text }] }).diagnostics.map((found) => found.help)).toEqual([help]);
});

describe("a prompt in the project", () => {
  const kinds: ReadonlyMap<string, FileKind | "outside"> = new Map<string, FileKind | "outside">([
    ["prompts", "directory"],
    ["prompts/a.md", "file"],
    ["outside", "outside"],
    ["linked", "link"],
    ["pipe", "other"],
    ["secret", "unknown"],
  ]);
  const report = (message: string, label: string, help: string) => [
    { message: `\`facets.plan.source\` ${message}`, label, help },
  ];
  const nothing = (place: string) =>
    report(
      "leads to nothing in this project",
      `there is no \`${place}\``,
      "create the file, or write the path of one from the project's root",
    );
  const noFile = (message: string) =>
    report(message, "a file belongs here", "write the path of a file from the project's root");

  test.each([
    ["prompts/a.md", []],
    ["./prompts//a.md", []],
    ["prompts/../prompts/a.md", []],
    ["prompts/./a.md", []],
    ["prompts/b.md", nothing("prompts/b.md")],
    ["prompts/../b.md", nothing("b.md")],
    ["nowhere/a.md", nothing("nowhere")],
    ["nowhere/../prompts/a.md", nothing("nowhere")],
    ["prompts/a.md/b.md", nothing("prompts/a.md/b.md")],
    ["prompts", noFile("names a directory")],
    ["pipe", noFile("names something that is no regular file")],
    ["linked", [{ ...nothing("linked")[0], label: "`linked` is a link that leads nowhere" }]],
    ["outside/a.md", []],
    ["secret/a.md", []],
    ["../a.md", []],
    ["~/a.md", []],
    ["$(pick).md", []],
  ])("%j", (source, expected) => {
    const layers = layersOf({ project: `facets: { plan: { source: "${source}" } }` });
    const found: Report[] = [];
    notFound.check?.(seenIn(layers, { kindOf: (path) => kinds.get(path) }).context, (one) => found.push(one));
    expect(found.map(({ message, label, help }) => ({ message, label, help }))).toEqual(expected);
  });
});
