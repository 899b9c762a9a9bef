/** What the extension shows is what the command prints: the same findings at the same places in the same words, and the same story of a value. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { GLOBAL } from "../../lsp/texts.js";
import { runProcess } from "../../machine/run.js";
import { begin, PROVIDERS } from "./begin.js";
import type { Diagnostic } from "./vscode.js";

const V = "version: 3\n";

/** Projects by the mistake in them. */
const PROJECTS: Readonly<Record<string, string>> = {
  "a key of a section": `${V}tui: { thme: dark }\n`,
  "a section": `${V}provders: {}\n`,
  "a command": `${V}mcp_servers: { a: { transport: stdio, comand: y } }\n`,
  "a guard": `${V}permisions: { secret_files: [".env"] }\n`,
  "a value": `${V}default_permission_matcher: autonomos\n`,
  "a provider": `${V}models: { big: { provider: mien, class: full, context_window: 1000 } }\n`,
  "a model": `${V}models: { big: { provider: mine, class: full } }\ndefaults: { full: bg }\n`,
  "a version": "version: 99\n",
  "no version": "tui: { theme: dark }\n",
  "a version as text": 'version: "3"\n',
  "a key twice": `${V}tui: { theme: dark }\ntui: { theme: light }\n`,
  "a tab": `${V}tui:\n\ttheme: dark\n`,
  "an open list": `${V}permissions: { secret_files: [".env"\n`,
  "a missing colon": `${V}tui\n  theme: dark\n`,
  "a global-only key": `${V}telemetry: null\n`,
  "a number as text": `${V}models: { big: { provider: mine, class: full, context_window: "1000" } }\n`,
  "a ceiling": `${V}models: { big: { provider: mine, class: full, context_window: 1000, max_tokens: 4, max_output_tokens_per_turn: 9 } }\n`,
  "an unset type": `${V}models: { big: }\n`,
  "a list for a mapping": `${V}tui: [dark]\n`,
  "a text": "hello\n",
  nothing: "",
  "comments alone": "# nothing yet\n",
  "a server without a command": `${V}mcp_servers: { a: { transport: stdio } }\n`,
  "a server with a URL": `${V}mcp_servers: { a: { transport: stdio, url: "https://x.example" } }\n`,
  "an unpinned package": `${V}mcp_servers: { a: { transport: stdio, command: npx, args: [-y, notes-mcp] } }\n`,
  "docker without input": `${V}mcp_servers: { a: { transport: stdio, command: docker, args: [run, --rm, "acme/x:1"] } }\n`,
  "a docker variable": `${V}mcp_servers: { a: { transport: stdio, command: docker, args: [run, -i, -e, TOKEN, "acme/x:1"] } }\n`,
  "a variable in env": `${V}mcp_servers: { a: { transport: stdio, command: /bin/x, env: { PATH: "/opt:$PATH" } } }\n`,
  "a key in the text": `${V}mcp_servers: { a: { transport: stdio, command: /bin/x, env: { API_KEY: sk-ant-api03-${"x1".repeat(20)} } } }\n`,
  "a provider's URL": `${V}providers: { p: { kind: { type: custom_beta_compatible }, url: "https://h.example/v1/chat/completions", auth: { type: no_auth } } }\n`,
  "a scheme twice": `${V}providers: { p: { kind: { type: custom_beta_compatible }, url: "https://h.example/v1", auth: { type: static_key, key: "Bearer \${K}" } } }\n`,
  "plain HTTP": `${V}providers: { p: { kind: { type: custom_beta_compatible }, url: "http://h.example/v1", auth: { type: static_key, key: "\${K}" } } }\n`,
  "a reroute": `${V}providers: { mine: { url: "https://elsewhere.example/v1" } }\n`,
  "a guard made weak": `${V}default_permission_matcher: bypass\n`,
  "a pattern without effect": `${V}permissions: { secret_files: ["Read(./.env)"] }\n`,
  "a command to run": `${V}providers: { mine: { auth: { type: static_key, key: "$(cat key)" } } }\n`,
  "a suppression without a reason": `${V}# agentcfg-ignore schema/unknown-key\nfulll: 1\n`,
  "two words on one line": `${V}fulll: 1\nothr: { a: 1 }\n`,
  "a hidden character": `${V}tui: { "them\u200be": dark }\n`,
  "names of a script": `${V}"</style><script>alert(1)</script>": "[x](command:a)"\n`,
  "text that is long": `${V}${"x".repeat(2000)}: 1\n`,
  CRLF: "version: 3\r\ntui: { thme: dark }\r\nfulll: 1\r\n",
};

const SEVERITIES = ["error", "warning", "info"];

interface Line {
  readonly at: string;
  readonly sentence: string;
}

/** The lines of `lint --format concise` about a file: `FILE:LINE:COLUMN: SEVERITY[RULE]: SENTENCE`. */
function linesAbout(stdout: string, file: string): readonly Line[] {
  const found = stdout.matchAll(/^(.+?):(\d+:\d+: \w+\[[^\]]+\]): (?:\[\*\] )?(.*)$/gm);
  return [...found].flatMap(([, name, at = "", sentence = ""]) => (name === file ? [{ at, sentence }] : []));
}

function lineOf({ range: { start }, severity, code, message }: Diagnostic): Line {
  const at = `${start.line + 1}:${start.character + 1}: ${SEVERITIES[severity]}[${String(code)}]`;
  return { at, sentence: message };
}

/** The sentence of the command, in the lines of a message: the message with its suggestion, or with the help below it. */
function isSaid(sentence: string, message: string): boolean {
  const [first = "", ...more] = message.split("\n");
  return sentence === first || more.some((help) => sentence === `${first}; ${help}`);
}

test("40 projects have the same findings, places and words", async () => {
  const names = Object.keys(PROJECTS);
  expect(names.length).toBeGreaterThan(39);
  const placeOf = (name: string): string => `work/${names.indexOf(name)}/.agent/config.yaml`;
  const files = Object.fromEntries(names.map((name) => [placeOf(name), PROJECTS[name] ?? ""]));
  const heads = Object.fromEntries(names.map((name) => [`work/${names.indexOf(name)}/.git/HEAD`, ""]));
  const { window, directory } = begin({ ...files, ...heads });
  const wrong: unknown[] = [];
  let findings = 0;
  for (const name of names) {
    const file = join(directory, placeOf(name));
    window.open(file);
    await window.until(() => window.diagnosticsOf(file) !== undefined);
    const shown = (window.diagnosticsOf(file) ?? []).map(lineOf);
    const cwd = join(directory, "work", String(names.indexOf(name)));
    const { stdout } = runProcess(["lint", "--format", "concise"], { cwd, env: { HOME: directory } });
    const printed = linesAbout(stdout, ".agent/config.yaml");
    findings += printed.length;
    const isSame =
      shown.length === printed.length &&
      shown.every(({ at, sentence }, index) => {
        const line = printed[index];
        return line?.at === at && isSaid(line.sentence, sentence);
      });
    if (!isSame) wrong.push({ name, shown, printed });
  }
  expect(wrong).toEqual([]);
  expect(findings).toBeGreaterThan(40);
});

test("programs that would start are no finding in an editor, and one line of the command", async () => {
  const text = `${V}mcp_servers: { a: { transport: stdio, command: /opt/a } }\n`;
  const numbers = Array.from({ length: 40 }, (_, index) => `work/p${index}`);
  const { window, directory } = begin({
    ...Object.fromEntries(numbers.map((at) => [`${at}/.agent/config.yaml`, text])),
    "work/.agent/config.yaml": V,
  });
  for (const at of numbers) window.open(join(directory, at, ".agent/config.yaml"));
  const found = (at: string): readonly Diagnostic[] | undefined =>
    window.diagnosticsOf(join(directory, at, ".agent/config.yaml"));
  await window.until(() => numbers.every((at) => found(at) !== undefined));
  expect(numbers.flatMap((at) => found(at) ?? []).map(({ code }) => code)).not.toContain("trust/starts-process");
  const { stdout, stderr } = runProcess(["lint", "--format", "concise", "."], {
    cwd: join(directory, "work"),
    env: { HOME: directory },
  });
  expect(stdout).not.toContain("starts-process");
  expect(`${stdout}${stderr}`.match(/40 programs would start/g)).toHaveLength(1);
});

test.each([
  ["default_permission_matcher: bypass", "default_permission_matcher", "bypass"],
  ['providers: { mine: { url: "https://elsewhere.example/v1" } }', "url", "https://elsewhere.example/v1"],
  ["mcp_servers: { a: { transport: stdio, command: /opt/a } }", "command", "/opt/a"],
  ["agent_behavior: { shell: { command: powershell } }", "command", "powershell"],
])("of a project that nobody vouches for, hover and explain say the same about %s", async (text, key, value) => {
  const { window, directory, project } = begin({ [GLOBAL]: PROVIDERS, "work/.agent/config.yaml": `${V}${text}\n` });
  window.open(project);
  await window.until(() => window.diagnosticsOf(project) !== undefined);
  const hover = (await window.ask("provideHover", project, `${key}:`)) as {
    readonly contents: { readonly value: string };
  };
  const told = hover.contents.value.replace(/\\(.)/g, "$1");
  expect(told).toContain("in effect once you vouch for the project (`agentcfg trust`): ");
  expect(told).toContain(value);
  const [, path = ""] = /^\*\*(.+?)\*\*/.exec(told) ?? [];
  const env = { HOME: directory };
  const explained = runProcess(["explain", path], { cwd: join(directory, "work"), env }).stdout;
  expect(explained).toContain("in effect once you vouch for the project (`agentcfg trust`): ");
  expect(explained).toContain(value);
  for (const story of [told, explained]) expect(story).not.toMatch(/withheld|runs-code|sends-data/);
});
