/** Texts that bring along what the page around them showed: a mark before each line, and the spelling of HTML. */
import { expect, test } from "vitest";
import { lint } from "../../../src/toolkit/lint.js";
import { rows } from "./row.js";

const server = (rest: string): string =>
  `mcp_servers: { s: { transport: http, url: 'https://s.example/mcp', ${rest} } }`;

rows({
  "numbers of lines": {
    global: "#!\n1 version: 3\n2 daemon:\n3   log_level: info\n",
    says: ["global error syntax/yaml 1"],
    at: "1:1",
    telling: /it is a line number/,
    fixed: "daemon:\n  log_level: info",
  },
  "numbers with a sign behind them, from a later line on": {
    global: "#!\n 9 | # a night watch\n10 | daemon:\n11 |   log_level: info\n12 |\n13 | tui: { theme: dark }\n",
    says: ["global error syntax/yaml 9 |"],
    fixed: "# a night watch\ndaemon:\n  log_level: info\n\ntui: { theme: dark }",
  },
  "numbers of `cat -n`, with a tab": {
    global: "#!\n     1\tdaemon:\n     2\t  log_level: info\n",
    says: ["global error syntax/yaml 1"],
    fixed: "daemon:\n  log_level: info",
  },
  "the lines that a change adds": {
    global: "#!\n+version: 3\n+daemon:\n+  log_level: info\n",
    says: ["global error syntax/yaml +"],
    telling: /sign of an added/,
    fixed: "daemon:\n  log_level: info",
  },
  "lines of a quoted mail": {
    global: "#!\n> version: 3\n> daemon:\n>   log_level: info\n",
    says: ["global error syntax/yaml >"],
    telling: /a quoted line/,
    fixed: "daemon:\n  log_level: info",
  },
  "a command that writes the file": {
    global: "#!\ncat > config.yaml <<'EOF'\nversion: 3\nEOF\n",
    says: ["global error syntax/yaml cat > config.yaml <<'EOF'"],
    telling: /command of a shell/,
  },
  "settings in sections": {
    global: "#!\n[daemon]\nlog_level=info\n",
    says: ["global error syntax/yaml [daemon]"],
    at: "1:1",
    telling: /this is TOML.*mapping for each `\[table\]`/s,
  },
  "a table of TOML below comments": {
    global: "#!\n# night watch\n\n[daemon.retry]\nmax_retries = 5\n",
    says: ["global error syntax/yaml [daemon.retry]"],
    at: "3:1",
  },
  "a variable as a key": {
    global: "#!\nversion: 3\nLAB_BASE_URL: https://llm.lab.example/v1\n",
    says: ["global warning schema/unknown-key LAB_BASE_URL"],
    telling: /a server gets its own in `env`, and a provider has its `url`/,
  },
  "numbers as names": {
    global: "plugins:\n  '1': a\n  '2': b\n  '3': c",
    says: [],
  },
  "quotes of HTML around a key and a value": {
    global: "#!\nversion: 3\ndaemon:\n  &quot;log_level&quot;: &quot;info&quot;\n",
    says: ["global error syntax/yaml &quot;"],
    at: "3:26",
    telling: /`&quot;` is how HTML writes a character.*write `"`/s,
    fixed: 'daemon:\n  "log_level": "info"',
  },
  "single quotes of HTML, in a list": {
    global: "permissions:\n  secret_files:\n    - &#39;.env&#39;\n    - &#39;*.pem&#39;",
    says: ["global error syntax/yaml &#39;"],
    fixed: "permissions:\n  secret_files:\n    - '.env'\n    - '*.pem'",
  },
  "an ampersand of HTML in an address": {
    global: "mcp_servers: { s: { transport: http, url: 'https://s.example/mcp?a=1&amp;b=2' } }",
    says: ["global warning schema/typography https://s.example/mcp?a=1&amp;b=2"],
    telling: /HTML/,
    fixed: "mcp_servers: { s: { transport: http, url: 'https://s.example/mcp?a=1&b=2' } }",
  },
  "an ampersand of HTML in a header": {
    global: server("headers: { X-Site: 'pilots &amp; tugs' }"),
    says: ["global warning schema/typography pilots &amp; tugs"],
    fixed: server("headers: { X-Site: 'pilots & tugs' }"),
  },
  "HTML that is meant": {
    global: `plugins: { page: { title: "a &amp; b" } }
default_permission_matcher: autonomous
autonomous_permission_matcher: { classifier_rules: "never write &quot;, &amp; or &lt;" }
mcp_servers: { s: { transport: stdio, command: s, args: [--html, "<b>&amp;</b>", "a&b;c"] } }
models: { m: &m { enabled: false }, n: *m }
`,
    says: [],
  },
});

const inJson = (text: string) => lint({ texts: [{ file: "config.json", text, as: "global" }] }).diagnostics;

test.each([
  ["numbers of lines", '1 {\n2   "version": 3\n3 }\n', 1, /mark such as `1` before each line/],
  ["quotes of HTML", "{\n  &quot;version&quot;: 3\n}\n", 2, /how HTML writes/],
  ["a semicolon", '{\n  "version": 3;\n  "tui": { "theme": "dark" }\n}\n', 2, /`;` separates nothing/],
  [
    "a switch in a word",
    '{\n  "version": 3,\n  "notifications": { "auto_drain_notifications": yes }\n}\n',
    3,
    /not a JSON value/,
  ],
  [
    "quotes of HTML around a value",
    '{\n  "version": 3,\n  "tui": { "theme": &#34;dark&#34; }\n}\n',
    3,
    /how HTML writes/,
  ],
])("%s in JSON", (_, text, line, told) => {
  const [only, ...more] = inJson(text);
  expect(more).toEqual([]);
  expect(only?.range.start.line).toBe(line);
  expect(only?.message).toMatch(told);
  const written = (only?.fixes[0]?.edits ?? [])
    .toReversed()
    .reduce((now, { start, end, text: by }) => now.slice(0, start) + by + now.slice(end), text);
  expect(inJson(written)).toEqual([]);
});
