/** One page about a configuration: no script, nothing fetched, no secret; the same facts give the same bytes. */
import type { Host } from "../../../toolkit/read/host/host.js";
import type { Inspection } from "../facts.js";
import { anchorsOf } from "./anchors.js";
import { changes } from "./changes.js";
import { findings } from "./findings.js";
import { head } from "./head.js";
import { html, Markup } from "./html.js";
import { sources } from "./source-lines.js";
import { STYLE } from "./style.js";
import { plan, tables } from "./tables.js";
import { values } from "./value-rows.js";

/** The beginning of each page, by which a later run knows it. */
export const BEGINNING = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="generator" content="agentcfg inspect">
`;

export function pageOf(facts: Inspection, { sha256 }: Pick<Host, "sha256">): string {
  const anchors = anchorsOf(facts);
  const parts = [
    changes(facts, anchors),
    findings(facts, anchors),
    values(facts, anchors),
    tables(facts, anchors),
    plan(facts, anchors),
    sources(facts),
  ];
  // The only texts that are not escaped, and both are our own.
  const [style, policy] = [new Markup(STYLE), policyFor(sha256(new TextEncoder().encode(STYLE)))];
  return `${BEGINNING}${html`<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>agentcfg inspect</title>
<style>${style}</style>
</head>
<body>
${head(facts)}
<main${isLong(facts) && html` class="long"`}>
${parts}
</main>
<footer><p>Made by <code>agentcfg inspect</code>. It ran nothing and read no variable; <code>&lt;redacted&gt;</code> stands for a secret.</p></footer>
</body>
</html>
`}`;
}

/** Whether browsers would take long to lay out all of it at once. */
function isLong({ sections, sources: files }: Inspection): boolean {
  const lines = files.reduce((sum, { lines: own = [] }) => sum + own.length, 0);
  return sections.reduce((sum, { values: own }) => sum + own.length, lines) > 1000;
}

/** `hash`: of the style. */
function policyFor(hash: string): string {
  const bytes = hash.replace(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16)));
  return `default-src 'none'; style-src 'sha256-${btoa(bytes)}'; base-uri 'none'; form-action 'none'`;
}
