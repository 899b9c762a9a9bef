/** `agentcfg review`: what the project's file changes about its user's agent. Runs nothing and reads no variable. */
import { layerOfScope } from "../../layers/layer.js";
import { printableJson } from "../../text/escape.js";
import { command, EXIT } from "../command.js";
import { type LayerFlags, openConfiguration } from "../open.js";
import { LAYERS, WHERE } from "../options.js";
import { type ReviewSection, reviewOf } from "../review.js";
import { print, type Terminal } from "../terminal.js";

interface ReviewFlags extends LayerFlags {
  readonly format: "text" | "markdown" | "json";
}

export const review = command<ReviewFlags>({
  options: [
    ...LAYERS,
    { flags: "--format <format>", describe: "how to print", choices: ["text", "markdown", "json"], default: "text" },
  ],
  more: WHERE,
  run: runReview,
});

async function runReview(terminal: Terminal, _: readonly string[], flags: ReviewFlags): Promise<number> {
  const snapshot = await openConfiguration(terminal, flags);
  if (typeof snapshot === "number") return snapshot;
  const project = layerOfScope(snapshot.layers, "project");
  // Of what cannot be read nothing good can be said; that it is not used has been.
  if (project !== undefined && project.root === undefined) return EXIT.findings;
  const sections = reviewOf(snapshot);
  const render = { text: asText, markdown: asMarkdown, json: asJson }[flags.format];
  await print(terminal.stdout, render(sections));
  if (flags.format === "text" && sections.length === 0)
    await print(terminal.stderr, "the project changes nothing that is more than benign\n");
  return EXIT.ok;
}

function asText(sections: readonly ReviewSection[]): string {
  const blocks = sections.map(({ title, items }) => {
    const lines = items.map(
      ({ path, what, file, line, column }) => `  ${what}\n    ${path} at ${file}:${line}:${column}\n`,
    );
    return `${title}\n${lines.join("")}`;
  });
  return blocks.join("\n");
}

function asMarkdown(sections: readonly ReviewSection[]): string {
  if (sections.length === 0) return "The project changes nothing that is more than benign.\n";
  const blocks = sections.map(({ title, items }) => {
    const lines = items.map(
      ({ path, what, file, line }) => `- ${code(what)} (${code(path)}, ${code(`${file}:${line}`)})\n`,
    );
    return `**This project ${title}:**\n\n${lines.join("")}`;
  });
  return blocks.join("\n");
}

/** A span of code that nothing in it can end, on one line. */
function code(text: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, { length }) => Math.max(most, length), 0);
  const fence = "`".repeat(longest + 1);
  const pad = longest > 0 ? " " : "";
  return `${fence}${pad}${text}${pad}${fence}`;
}

function asJson(sections: readonly ReviewSection[]): string {
  return `${printableJson({ version: 1, sections })}\n`;
}
