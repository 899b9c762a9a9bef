/** Commands of PowerShell: only the plainest are read, all others ask. */
import type { Reading, Run } from "./run.js";
import { literalWord, type Word } from "./word.js";

/** Words of plain characters, texts in single quotes, and what joins commands. */
const PLAIN = /^(?:[\w./\\:=@+~%^,-]|'[^'‘’‚‛\n]*'|[ \t]|;|\||&&|\n|\r\n)*$/;

/** Words that run others, or change what words mean. */
const UNREAD =
  /^(?:&|\.|iex|invoke-.*|icm|start-.*|saps|start|sajb|new-alias|set-alias|sal|nal|import-.*|ipmo|function|filter|powershell|pwsh|cmd|if|for.*|while|do|switch|try|param|begin|process|end|using|class|enum|trap|data|add-type|new-object|set-item|si|set-content|sc|out-file|tee.*|wsl|bash|sh|node|python.*|%|\?|where.*|select-.*|set-.*|sv|env|sudo)$/i;

/** Names that the shell has for one and the same. */
const ALIASES: Readonly<Record<string, string>> = {
  ...{ del: "rm", erase: "rm", rd: "rm", ri: "rm", rmdir: "rm", "remove-item": "rm" },
};

export function readPowershell(text: string): Reading {
  const problem = (why: string): Reading => ({ runs: [], redirections: [], assignments: [], problem: why });
  if (!PLAIN.test(text)) return problem("of PowerShell only plain commands are read");
  const runs: Run[] = [];
  for (const source of partsOf(text)) {
    const words = wordsIn(source);
    const name = (words[0]?.literal ?? "").toLowerCase();
    if (UNREAD.test(name.slice(Math.max(name.lastIndexOf("\\"), name.lastIndexOf("/")) + 1)))
      return problem(`\`${name}\` is not read`);
    const alias = ALIASES[name];
    runs.push({ source: source.trim(), words, assignments: [] });
    if (alias !== undefined)
      runs.push({
        source: source.trim(),
        words: [literalWord(alias), ...words.slice(1)],
        assignments: [],
        isTransparent: true,
      });
  }
  return { runs, redirections: [], assignments: [], problem: undefined };
}

function partsOf(text: string): readonly string[] {
  const parts = [""];
  for (const [token] of text.matchAll(/'[^']*'|;|\|\||\||&&|\r?\n|[^';|&\n\r]+|./g)) {
    if (/^(?:;|\|\|?|&&|\r?\n)$/.test(token)) parts.push("");
    else parts.push(`${parts.pop() ?? ""}${token}`);
  }
  return parts.filter((part) => part.trim() !== "");
}

function wordsIn(part: string): readonly Word[] {
  return [...part.matchAll(/(?:[^\s']|'[^']*')+/g)].map(([source]) => literalWord(source.replaceAll("'", "")));
}
