/** Programs that a project starts on its user's machine: a server, a shell, a script. One finding for all of them (S41). */
import { toPointer } from "../../../../text/path.js";
import { enumerate, quote } from "../../../../text/quote.js";
import { settingAt } from "../../../mean/configuration/setting.js";
import { anchorOf, type Change, programsIn } from "../../../mean/trust/changes.js";
import type { Json } from "../../../read/document/data.js";
import { name } from "../phrases.js";
import type { Rule, RuleContext } from "../rule.js";

/** Further programs are only marked at their places. */
const MOST_NAMED = 6;

export const rule: Rule = {
  id: "trust/starts-process",
  severity: "info",
  isForReview: true,
  check(context, report) {
    const isReported = reportedElsewhere(context);
    const programs = programsIn(context.trust.changes).filter(
      (change) => !isReported(change) && isStarted(context, change),
    );
    const [first, ...others] = programs;
    if (first === undefined) return;
    report({
      at: anchorOf(first),
      message: `this project ${all(programs)}`,
      related: others.map((change) => ({ at: anchorOf(change), message: phrase(change) })),
      help: `${others.length === 0 ? "it runs" : "they run"} as you, when the agent starts in this project`,
    });
  },
};

/** Whether another rule reports the change, as an error for the credentials that its entry gets. */
function reportedElsewhere({ trust }: RuleContext): (change: Change) => boolean {
  const redirects = trust.redirects.filter(({ credentials }) => credentials.length > 0);
  const there = new Set(redirects.map(({ entry }) => toPointer(entry)));
  return ({ entry }) => entry !== undefined && there.has(toPointer(entry.path));
}

/** Whether the agent starts the server: not without a command, which may be misspelt. */
function isStarted({ settings }: RuleContext, { path: [section, server = ""] }: Change): boolean {
  return section !== "mcp_servers" || settingAt(settings, [section, server, "command"]) !== undefined;
}

/** The programs that start, and the changes to a command. */
function all(programs: readonly Change[]): string {
  const started = programs.flatMap((change) => startedBy(change) ?? []);
  const changed = programs.filter((change) => startedBy(change) === undefined).map(placeOf);
  const starts = started.length === 0 ? [] : [`starts ${some(started)}`];
  return [...starts, ...(changed.length === 0 ? [] : [`changes what is run for ${some(changed)}`])].join(", and ");
}

function some(things: readonly string[]): string {
  const rest = things.length - MOST_NAMED;
  return enumerate([...things.slice(0, MOST_NAMED), ...(rest > 0 ? [`${rest} more`] : [])], "and");
}

function phrase(change: Change): string {
  const started = startedBy(change);
  return started === undefined ? `changes what is run for ${placeOf(change)}` : `starts ${started}`;
}

function placeOf({ path }: Change): string {
  return name(...path.slice(0, path[0] === "mcp_servers" ? 2 : -1));
}

function startedBy(change: Change): string | undefined {
  const program = change.path.at(-1) === "command" ? programIn(change.now) : undefined;
  return program === undefined ? undefined : `${quote(program)} for ${placeOf(change)}`;
}

/** The program without its arguments, which may be secret. */
function programIn(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value.split(/\s/, 1)[0] : undefined;
}
