/** What is linted: files as people write them and as programs do, right and wrong, one and many. The same every time. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "yaml";

/** A configuration as somebody keeps it by hand: comments, blank lines, every way to quote, lists and maps in a line, blocks of text. */
const head = `# What our agents may use. Ask in #tools before you change it.
version: 3

defaults:
  full: main/large          # the one for real work
  mini: 'main/small'

providers:
  main:
    kind: { type: custom_beta_compatible }
    url: "https://models.example/v1"
    auth: { type: static_key, key: "\${MAIN_KEY}" }
models:
  main/large: { provider: main, class: full, context_window: 200_000 }
  main/small:
    provider: main
    class: mini
    context_window: 32000
`.replace("200_000", "200000");

const handWritten = (n) => `
  # Team ${n}: see the wiki – Größe und Grenzen
  team-${n}:
    transport: stdio
    command: mcp-team
    args: [--team, "${n}", '--mode=read only']
    env:
      LEVEL: debug
      NOTE: "größer, \\"schneller\\""
      MOTTO: >-
        one line
        after another
    block_list:
      - mcp__team-${n}__drop_table
      - "mcp__team-${n}__rm"
`;

const generated = (n) => `  p${n}:
    kind:
      type: custom_beta_compatible
    url: https://p${n}.example/v1
    auth:
      type: static_key
      key: \${KEY_${n}}
    headers:
      X-Team: t${n}
`;

const times = (count, entry) => Array.from({ length: count }, (_, n) => entry(n)).join("");

/** Two mistakes in each entry: a misspelt key, and a value of another type. */
const wrong = (n) => handWritten(n).replace("command:", "comand:").replace("LEVEL: debug", "LEVEL: 5");

const texts = {
  "60.yaml": `${head}mcp_servers:${times(3, handWritten)}`,
  "113.yaml": readFileSync("fixtures/examples/workstation/global.yaml", "utf8"),
  "250.yaml": `${head}mcp_servers:${times(15, handWritten)}`,
  "5000.yaml": `${head}mcp_servers:${times(330, handWritten)}`,
  "5000-generated.yaml": `version: 3\nproviders:\n${times(550, generated)}`,
  "anchor.yaml": `${readFileSync("fixtures/examples/workstation/global.yaml", "utf8")}plugins: { a: &a 1, b: *a }\n`,
  "mistakes.yaml": readFileSync("fixtures/examples/twelve-mistakes/project.yaml", "utf8"),
  "250-wrong.yaml": `${head}mcp_servers:${times(15, wrong)}`,
  "unknown.json": JSON.stringify(Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`x${n}`, 0]))),
  "quotes.yaml": '"'.repeat(1_048_576),
  "lines.yaml": "\n".repeat(1_048_576),
  "items.yaml": "- a\n".repeat(262_144),
};

const small = (n) => `version: 3
models:
  m${n}: { provider: p, class: full, context_window: 1000 }
providers:
  p: { kind: { type: custom_beta_compatible }, url: https://p${n}.example/v1 }
mcp_servers:
  s: { transport: stdio, command: s-mcp }
`;

/** Writes all of it into a folder; gives the place of each file by its name, and of the small ones. */
export function writeCorpus(folder, projects) {
  const place = (name, text) => {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  };
  const files = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, place(name, text)]));
  const data = JSON.stringify(parse(texts["5000.yaml"]), null, 2);
  const json = {
    "5000.json": place("5000.json", data),
    "5000.jsonc": place("5000.jsonc", `// Made by hand.\n${data.replace(/,\n/g, ", // so\n")}`),
  };
  const pair = ["pair/global.yaml", "pair/.agent/config.yaml"].map((name, index) =>
    place(name, index === 0 ? texts["113.yaml"] : small(0)),
  );
  const many = Array.from({ length: projects }, (_, n) => place(`p${n}/.agent/config.yaml`, small(n)));
  return { files: { ...files, ...json }, pair, many };
}
