/** The extension of VS Code as it is packed, with the real `agentcfg lsp`, in a window that is a stub. */
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { isRunning } from "../../../src/toolkit/read/host/running.js";
import { GLOBAL, PROJECT } from "../../lsp/texts.js";
import { type Begun, begin, MODELS, PROVIDERS, pathOf } from "./begin.js";
import type { Given, Window, WorkspaceEdit } from "./vscode.js";

/** Writes a program at a place. */
function program(file: string, text: string): string {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, 0o755);
  return file;
}

/** A program that says in a file that it ran, with its arguments. */
const marker = (seen: string): string => `#!/bin/sh\necho "$@" > '${seen}'\n`;

/** Waits for another process. */
async function sometime(isSo: () => boolean): Promise<void> {
  while (!isSo()) await pause(5);
}

const UNKNOWN = "reference/unknown-provider";

const finds = (window: Window, file: string, rule: string): boolean =>
  window.diagnosticsOf(file)?.some(({ code }) => code === rule) === true;

test("findings, hover, definition, edits that are not saved, a fix and a rename, as in Neovim", async () => {
  const { window, global, project } = begin({});
  window.open(global);
  window.open(project);
  await window.until(() => finds(window, project, UNKNOWN));

  const [fix] = await window.actionsAt(project, "mien");
  expect(fix?.title).toBe("write `mine`");
  if (fix !== undefined) window.apply(fix.edit);
  expect(window.textOf(project)).toBe(MODELS.replace("mien", "mine"));
  await window.until(() => window.diagnosticsOf(project)?.length === 0);

  const hover = (await window.ask("provideHover", project, "provider: mine")) as { contents: { value: string } };
  expect(hover.contents.value).toContain("**models.big.provider**");
  const [definition] = (await window.ask("provideDefinition", project, "mine")) as readonly {
    readonly targetUri: { readonly fsPath: string };
    readonly targetSelectionRange: { readonly start: object };
  }[];
  expect(definition?.targetUri.fsPath).toBe(global);
  expect(definition?.targetSelectionRange.start).toEqual({ line: 2, character: 2 });

  window.type(global, "  mine:", "  other:");
  await window.until(() => finds(window, project, UNKNOWN));
  window.type(global, "  other:", "  mine:");
  await window.until(() => !finds(window, project, UNKNOWN));

  const rename = (await window.ask("provideRenameEdits", project, "mine", 0, "yours")) as WorkspaceEdit;
  expect(rename.asked).toEqual([global]);
  window.apply(rename);
  expect(window.textOf(project)).toBe(MODELS.replace("mien", "yours"));
  expect(window.textOf(global)).toBe(PROVIDERS.replace("mine", "yours"));
  await window.until(() => !finds(window, project, UNKNOWN));
  expect(readFileSync(project, "utf8")).toBe(MODELS);
  expect(window.messages).toEqual(["other projects may use the name `mine`; only this one is changed"]);
});

test.each([
  ["work/agentcfg/policy.yaml", "alow: {}\n"],
  ["work/new-policy.json", '{ "$schema": "policy.schema.json", "alow": {} }'],
])("a policy alone starts the server: %s", async (name, text) => {
  const { window, directory } = begin({ [name]: text });
  window.open(join(directory, name));
  await window.until(() => finds(window, join(directory, name), "policy/unusable"));
});

type Offered = readonly { readonly label: string | { readonly label: string } }[];

test("completion of keys, and of names in the other file", async () => {
  const { window, global, project } = begin({});
  window.open(project);
  await window.until(() => window.diagnosticsOf(project) !== undefined);
  const labels = async (file: string, mark: string, beyond: number): Promise<readonly string[]> => {
    const answer = (await window.ask("provideCompletionItems", file, mark, beyond)) as Offered | { items: Offered };
    return ("items" in answer ? answer.items : answer).map(({ label }) =>
      typeof label === "string" ? label : label.label,
    );
  };
  window.type(project, "mien", "m");
  expect(await labels(project, "provider: m", 11)).toContain("mine");
  window.open(global);
  window.type(global, "providers:", "p:");
  expect(await labels(global, "p:", 1)).toContain("providers");
});

describe("the program is", () => {
  test("the first on PATH outside of the folders, by whatever way a folder is reached", async () => {
    const { window, directory, project } = begin({}, (directory) => {
      const work = join(directory, "work");
      const seen = join(directory, "seen");
      program(join(work, "tools/agentcfg"), marker(seen));
      program(join(work, "node_modules/.bin/agentcfg"), marker(seen));
      program(join(directory, "node_modules/.bin/agentcfg"), marker(seen));
      symlinkSync(join(work, "tools"), join(directory, "link"));
      mkdirSync(join(directory, "linked"));
      symlinkSync(join(work, "tools/agentcfg"), join(directory, "linked/agentcfg"));
      mkdirSync(join(directory, "none"));
      const stolen = ["", ".", "tools", join(work, "tools"), join(work, "node_modules/.bin"), `${work}/../work/tools`];
      const others = ["node_modules/.bin", "node_modules/.bin/", "link", "linked", "none"].map(
        (at) => `${directory}/${at}`,
      );
      return { env: { HOME: directory, PATH: pathOf(...stolen, ...others, join(directory, "bin")) } };
    });
    window.open(project);
    await window.until(() => finds(window, project, UNKNOWN));
    expect(window.log[0]).toBe(`starts ${join(directory, "bin/agentcfg")} lsp`);
    expect(existsSync(join(directory, "seen"))).toBe(false);
  });

  test("run by a Node.js outside of the folders", async () => {
    const { window, directory, project } = begin({}, (directory) => {
      const tools = join(directory, "work/tools");
      program(join(tools, "node"), marker(join(directory, "seen")));
      return { env: { HOME: directory, PATH: pathOf(tools, "", ".", join(directory, "bin")) } };
    });
    window.open(project);
    await window.until(() => finds(window, project, UNKNOWN));
    expect(existsSync(join(directory, "seen"))).toBe(false);
  });

  test("the one in the user's settings, never that of the workspace", async () => {
    const named = (directory: string): string => join(directory, "own/agentcfg");
    const { window, directory, project } = begin({}, (directory) => {
      mkdirSync(join(directory, "own"));
      symlinkSync(resolve("bin/agentcfg.cjs"), named(directory));
      const stolen = program(join(directory, "work/agentcfg"), marker(join(directory, "seen")));
      return { user: { "agentcfg.path": named(directory) }, workspace: { "agentcfg.path": stolen } };
    });
    window.open(project);
    await window.until(() => finds(window, project, UNKNOWN));
    expect(window.log[0]).toBe(`starts ${named(directory)} lsp`);
    expect(existsSync(join(directory, "seen"))).toBe(false);
  });

  test("not that of the workspace either where the user has named none", async () => {
    const { window, directory, project } = begin({}, (directory) => ({
      workspace: { "agentcfg.path": program(join(directory, "work/agentcfg"), marker(join(directory, "seen"))) },
    }));
    window.open(project);
    await window.until(() => finds(window, project, UNKNOWN));
    expect(window.log[0]).toBe(`starts ${join(directory, "bin/agentcfg")} lsp`);
    expect(existsSync(join(directory, "seen"))).toBe(false);
  });
});

describe("nothing starts", () => {
  test("in a workspace without trust, until its user trusts it", async () => {
    const { window, project } = begin({}, () => ({ isTrusted: false }));
    window.open(project);
    await window.command("agentcfg.restart");
    expect([window.log, window.messages]).toEqual([[], []]);
    window.trust();
    await window.until(() => finds(window, project, UNKNOWN));
  });

  test("before a configuration is open", async () => {
    const { window, directory, project } = begin({ "work/config.yaml": "a: 1\n", "work/agent/config.json": "{}" });
    window.open(join(directory, "work/config.yaml"));
    window.open(join(directory, "work/agent/config.json"));
    await window.command("agentcfg.restart");
    expect(window.log).toEqual([]);
    window.open(project);
    await window.until(() => finds(window, project, UNKNOWN));
  });
});

describe("a user's own file is found", () => {
  test.each([
    [".config/agent/config.yml", undefined],
    ["elsewhere/agent/config.json", "elsewhere"],
  ])("as %s", async (name, configured) => {
    const text = name.endsWith("json") ? '{ "version": 3, "fulll": 1 }\n' : "version: 3\nfulll: 1\n";
    const { window, directory } = begin({}, (directory) => {
      renameSync(join(directory, GLOBAL), join(directory, "away"));
      mkdirSync(dirname(join(directory, name)), { recursive: true });
      writeFileSync(join(directory, name), text);
      const own = configured === undefined ? {} : { XDG_CONFIG_HOME: join(directory, configured) };
      return { folders: [], env: { HOME: directory, PATH: pathOf(join(directory, "bin")), ...own } };
    });
    window.open(join(directory, name));
    await window.until(() => finds(window, join(directory, name), "schema/unknown-key"));
  });
});

describe("one sentence says", () => {
  const told = async (given: (directory: string) => Partial<Given>): Promise<Begun> => {
    const begun = begin({}, given);
    begun.window.open(begun.project);
    await begun.window.until(() => begun.window.messages.length > 0);
    // Neither another file nor a change elsewhere asks again.
    begun.window.open(begun.global);
    begun.window.configure({ "agentcfg.inlayHints": false });
    await begun.window.close();
    expect(begun.window.messages).toHaveLength(1);
    return begun;
  };

  test("that the program is missing, and a restart finds it later", async () => {
    const { window, directory, project } = await told((directory) => ({
      env: { HOME: directory, PATH: pathOf(join(directory, "later")) },
    }));
    expect(window.messages[0]).toMatch(
      /^agentcfg is not on the PATH of VS Code; the open folders do not count\. Install it globally, /,
    );
    mkdirSync(join(directory, "later"));
    symlinkSync(resolve("bin/agentcfg.cjs"), join(directory, "later/agentcfg"));
    await window.command("agentcfg.restart");
    await window.until(() => finds(window, project, UNKNOWN));
  });

  test.each([
    ["bin/agentcfg", "The setting agentcfg.path is no absolute path of a program."],
    [["/bin/sh"], "The setting agentcfg.path is no absolute path of a program."],
    ["/nowhere/agentcfg", "The setting agentcfg.path names no program: /nowhere/agentcfg"],
    ["/", "The setting agentcfg.path names no program: /"],
  ])("that the user's setting %j names no program, and a change of it starts the right one", async (path, sentence) => {
    const { window, directory, project } = await told(() => ({ user: { "agentcfg.path": path } }));
    expect(window.messages).toEqual([sentence]);
    window.configure({ "agentcfg.path": join(directory, "bin/agentcfg") });
    await window.until(() => finds(window, project, UNKNOWN));
  });

  test.each([
    ["ends at once", "#!/bin/sh\nexit 2\n"],
    ["says something else", "#!/bin/sh\necho 'Usage: nothing'\n"],
    ["is no program for this machine", "\x7fELF"],
    ["ends after a greeting", "#!/bin/sh\nhead -c 100 > /dev/null\n"],
  ])("that a program %s", async (_, text) => {
    const { window } = await told((directory) => ({
      user: { "agentcfg.path": program(join(directory, "wrong/agentcfg"), text) },
    }));
    expect(window.messages[0]).toMatch(/^The server \S+\/wrong\/agentcfg does not run\. The log says more\.$/);
  });

  test("nothing about a program that never answers, and a change of the setting starts the right one", async () => {
    const { window, directory, project } = begin({}, (directory) => {
      const text = `#!/bin/sh\necho $$ > '${directory}/pid'\nexec sleep 1000\n`;
      return { user: { "agentcfg.path": program(join(directory, "silent/agentcfg"), text) } };
    });
    window.open(project);
    await sometime(() => existsSync(join(directory, "pid")) && readFileSync(join(directory, "pid"), "utf8") !== "");
    window.configure({ "agentcfg.path": join(directory, "bin/agentcfg") });
    await window.until(() => finds(window, project, UNKNOWN));
    expect(window.messages).toEqual([]);
    const pid = Number(readFileSync(join(directory, "pid"), "utf8"));
    await sometime(() => !isRunning(pid));
  });

  test("that a server has ended, and a restart starts another one", async () => {
    const { window, directory, project } = begin({}, (directory) => {
      const text = `#!/bin/sh\necho $$ > '${directory}/pid'\nexec '${resolve("bin/agentcfg.cjs")}' "$@"\n`;
      return { user: { "agentcfg.path": program(join(directory, "own/agentcfg"), text) } };
    });
    window.open(project);
    await window.until(() => finds(window, project, UNKNOWN));
    process.kill(Number(readFileSync(join(directory, "pid"), "utf8")), "SIGKILL");
    await window.until(() => window.messages.length > 0);
    expect(window.messages).toEqual([`The server ${join(directory, "own/agentcfg")} does not run. The log says more.`]);
    expect(window.diagnosticsOf(project)).toBeUndefined();
    await window.command("agentcfg.restart");
    await window.until(() => finds(window, project, UNKNOWN));
    expect(window.messages).toHaveLength(1);
  });
});

describe("the options are", () => {
  const LATER = "version: 3\nmodels: { big: { provider: mien, class: full, context_window: 1000 } }\nfulll: 1\n";

  test("those of the user, none of the workspace", async () => {
    const { window, project } = begin({ [PROJECT]: LATER }, () => ({
      user: { "agentcfg.diagnostics": "beyond-schema" },
      workspace: { "agentcfg.diagnostics": "off", "agentcfg.global": false, "agentcfg.trace.server": "verbose" },
    }));
    window.open(project);
    await window.until(() => finds(window, project, UNKNOWN));
    expect(finds(window, project, "schema/unknown-key")).toBe(false);
    window.configure({ "agentcfg.diagnostics": undefined });
    await window.until(() => finds(window, project, "schema/unknown-key"));
    // The user's own file still counts: its provider has nearly the same name.
    const [one] = window.diagnosticsOf(project)?.filter(({ code }) => code === UNKNOWN) ?? [];
    expect(one?.message).toContain("did you mean `mine`?");
  });
});

test("no text of a file is in the log, whatever is wrong with it and whatever the log's level is", async () => {
  const CANARY = "sk-live-canary-93jd02";
  const texts = [
    `version: 3\nproviders: { a: { auth: { type: static_key, key: ${CANARY} }, url: "https://u:${CANARY}@h/" } }\n`,
    `version: 3\n${CANARY}: [\n# ${CANARY}\n`,
    `version: 3\nproviders: { ${CANARY}: { url: ${CANARY}\n`,
    `"${CANARY}\n`,
  ];
  for (const text of texts) {
    const { window, project, global } = begin({ [PROJECT]: text, [GLOBAL]: text }, () => ({
      user: { "agentcfg.trace.server": "verbose" },
    }));
    window.open(project);
    window.open(global);
    await window.until(() => window.diagnosticsOf(project) !== undefined && window.diagnosticsOf(global) !== undefined);
    await window.ask("provideHover", project, CANARY);
    await window.ask("provideRenameEdits", project, CANARY, 0, CANARY).catch(() => {});
    await window.command("agentcfg.restart");
    await window.close();
    expect(window.log.length).toBeGreaterThan(1);
    expect([...window.log, ...window.messages].filter((one) => one.includes(CANARY)).length).toBe(0);
  }
});
