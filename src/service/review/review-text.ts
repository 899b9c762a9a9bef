/** A review as text for a terminal, as Markdown for a pull request, and as JSON. */
import { printableJson } from "../../text/escape.js";
import type { Paint } from "../../toolkit/judge/report/paint.js";
import { folded } from "./full-text.js";
import type { ReviewSection } from "./review.js";

export function asText(sections: readonly ReviewSection[], paint: Paint): string {
  const blocks = sections.map(({ title, items }) => {
    const lines = items.map(
      ({ path, what, file, line, column, change }) =>
        `${marked(change, what, paint)}\n    ${path} at ${paint.faint(`${file}:${line}:${column}`)}\n`,
    );
    return `${paint.strong(title)}\n${lines.join("")}`;
  });
  return blocks.join("\n");
}

function marked(change: ReviewSection["items"][number]["change"], what: string, paint: Paint): string {
  const line = folded(`${MARKS[change ?? "none"]}${what}`, "\n      ");
  return (change && paint[change]?.(line)) ?? line;
}

const MARKS = { none: "  ", added: "+ ", removed: "- " } as const;

export function asMarkdown(sections: readonly ReviewSection[]): string {
  const blocks = sections.map(({ title, items }) => {
    const lines = items.map(
      ({ path, what, file, line, change }) =>
        `- ${change === "removed" ? "no longer " : ""}${title === "breaks the policy" ? sentence(what) : code(what)} (${code(path)}, ${code(`${file}:${line}`)})\n`,
    );
    return `**This ${items.some(({ change }) => change) ? "change" : "project"} ${title}:**\n\n${lines.join("")}`;
  });
  return blocks.join("\n");
}

/** A message of ours, whose quotations become code. A quoted name may contain backticks: text that could act as markup is all code. */
function sentence(text: string): string {
  const parts = text.split("`");
  const isPlain = parts.every((part, index) => index % 2 === 1 || PLAIN.test(part));
  const isPaired = !parts.slice(1, -1).includes("");
  if (!isPlain || !isPaired || parts.length % 2 === 0) return code(text);
  return parts.map((part, index) => (index % 2 === 0 ? part : code(part))).join("");
}

const PLAIN = /^(?!.*(?:www\.|:\/\/))[A-Za-z0-9 .,:;()/-]*$/i;

/** A span of code on one line, with enough backticks that the text cannot end it. */
function code(text: string): string {
  if (text === "") return "(empty)";
  const longest = (text.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 0);
  const fence = "`".repeat(longest + 1);
  const pad = longest > 0 ? " " : "";
  return `${fence}${pad}${text}${pad}${fence}`;
}

export function asJson(sections: readonly ReviewSection[]): string {
  const shown = sections.map(({ title, items }) => ({
    title,
    items: items.map(({ raw: _, isCovered: __, ...item }) => item),
  }));
  return `${printableJson({ version: 1, sections: shown })}\n`;
}
