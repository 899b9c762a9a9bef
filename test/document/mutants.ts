/** Texts of YAML with something changed in them: characters, indentation, lines, pieces of other texts. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Every configuration in YAML among the fixtures and in the documentation, and what shows the grammar. */
export function yamlTexts(): readonly string[] {
  const files = ["fixtures", "docs"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  );
  const whole = files.filter((file) => /\.ya?ml$/.test(file)).map((file) => readFileSync(file, "utf8"));
  const pages = files.filter((file) => file.endsWith(".md")).map((file) => readFileSync(file, "utf8"));
  const blocks = pages.flatMap((page) =>
    Array.from(page.matchAll(/^```yaml\n([\s\S]*?)^```/gm), ([, text = ""]) => text),
  );
  return [...new Set([...whole, ...blocks, ...GRAMMAR])];
}

const GRAMMAR: readonly string[] = [
  "a: 1\nb: -2.5\nc: .5\nd: 1.\ne: +7\nf: 00012\ng: 1e3\nh: 0x1F\ni: .inf\nj: 123456789012345678901\n",
  "a: true\nb: False\nc: ~\nd: Null\ne: nUll\nf:\ng: yes\n",
  "a: |\n  one\n\n    two\n  three\nb: |-\n  x\n\n\nc: >\n  one\n  two\n\n    deep\n    deeper\n\n  three\n\nd: >-\n  x\n  y\n",
  "a: one\n  two\n\n  three # c\nb:\n  text\n  goes on\nc:\n  - item\n    goes on\n  -\n    below\n",
  'a: \'one\n  two\n\n  it\'\'s\'\nb: "one\n  two \n\n\n  three"\nc: "\\n \\t \\\\ \\" \\u0041 \\/"\n',
  'a: {b: 1, \'c\': [1, two, "three"], "d":4, e: {}}\nf: [\n  a, # c\n  {x: y},\n\n  b,\n ]\ng: []\n',
  "a:\n- 1\n- b: 2\n  c:\n  - 3\n  -   - 4\n      - 5\n- - - 6\nd:\n  -\n  - e:\n    f: g\n",
  "# c\n\n---   # d\na: # e\n  # f\n  b: c # g\n\n  # h\n  d: e#f\n# i\n",
  "\ufeffa: 1\r\nb:\r\n  - c\r\n  - 'd'\r\n\r\n  # e\r\nf: |\r\n  g\r\n\r\n  h\r\n",
  "  a: 1\n  b:\n     c: 2\n     d: 3\n",
  "'a b': 1\n\"c\": 2\nd e : 3\nf-g.h/i: 4\n1x: 5\n<: 6\n",
  "url: http://x.example:80/a#b\ntime: 12:30\npath: ~/x\nglob: a*b\nref: ${A}\ncmd: $(b c)\ndash: -y --z\nlist: [-y, --z, a:b, http://x/]\n",
  "a: &x 1\nb: *x\n<<: {c: 1}\n? d\n: e\n!t f: g\n",
  "é: ü\nk: 日本語\ne: 😀\n",
  "a: [b: c]\nd: {e, f: }\n",
  "# c\n{a: 1,\nb: 2\n}\n\n# e\n",
  "  {a: x\n  y, b: [1,\n2]} # c\n",
  '{\n  "a": [1, {"b": null}],\n  "c": "d"\n}\n',
  "\ufeff- a: 1\n",
];

const PIECES: readonly string[] = [
  ..."{}[],:-?&*!|>'\"%@`#~\\ \t\n\r0a.$=",
  ...[
    "- ",
    ": ",
    " #",
    "\n  ",
    "\n\n",
    "  ",
    "---\n",
    "...\n",
    "\r\n",
    "|\n",
    ">-\n",
    "''",
    '""',
    "{}",
    "[]",
    "<<: ",
    "- - ",
  ],
  ...["a: ", "a:\n", "a", "null", "true", "1", "0x1", "\u2028", "\u0085", "\ufeff", "é", "\ud800", "\0"],
];

/** Numbers from 0 to below `limit`, the same for the same seed. */
export type Random = (limit: number) => number;

export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** A text with one to three changes. */
export function mutant(texts: readonly string[], random: Random): string {
  const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;
  let text = pick(texts);
  if (text.length > 1500) {
    const lines = text.split("\n");
    const from = random(lines.length);
    text = `${lines.slice(from, from + 30).join("\n")}\n`;
  }
  for (let left = random(3); left >= 0; left -= 1) {
    const at = random(text.length + 1);
    const to = Math.min(at + 1 + random(4), text.length);
    const lines = text.split("\n");
    const line = random(lines.length);
    switch (random(8)) {
      case 0:
        text = text.slice(0, at) + text.slice(to);
        break;
      case 1:
        text = text.slice(0, at) + pick(PIECES) + text.slice(at);
        break;
      case 2:
        text = text.slice(0, at) + pick(PIECES) + text.slice(to);
        break;
      case 3:
        text = lines.with(line, ` ${lines[line]}`).join("\n");
        break;
      case 4:
        text = lines.with(line, (lines[line] ?? "").replace(/^ /, "")).join("\n");
        break;
      case 5:
        text = lines.toSpliced(line, 0, pick(lines)).join("\n");
        break;
      case 6:
        text = lines.toSpliced(line, 1).join("\n");
        break;
      default:
        text = text.slice(0, at) + pick(pick(texts).split("\n")) + text.slice(at);
    }
  }
  return text;
}

/** Texts that somebody may type in a configuration. */
export const TYPED: readonly string[] = [
  ...["\n", " ", ":", "\n  na\n", "\nname\n", "\n    na\n", "na", "\n  - x\n", "- ", "#", "\n# c\n", "\n#c: \n"],
  ...[
    "\n...\n",
    "\n---\n",
    "|",
    ">",
    "? ",
    "&a ",
    "*a",
    "!t ",
    "{",
    "}",
    "[",
    "]",
    '"',
    "'",
    "\n   bad: x\n",
    "\n>",
    "\n\n",
  ],
];

/** A text with something typed into it, or taken out. */
export function edited(text: string, typed: readonly string[], random: Random): string {
  const at = random(text.length);
  if (random(3) === 0) return text.slice(0, at) + text.slice(at + 1 + random(8));
  return text.slice(0, at) + (typed[random(typed.length)] ?? "") + text.slice(at);
}
