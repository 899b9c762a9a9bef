/**
 * The settings that cannot take effect, each kind with its reason. A layer may well switch off what a lower one has set up, so
 * mostly a setting is reported only where it was written beside the reason or above it.
 */
import type { Path } from "../../text/path.js";
import { quote } from "../../text/printable.js";
import { between } from "../conflict.js";
import { entriesOf, keyAt, name, type Report, type View, valueAt } from "../rule.js";
import { didYouMean } from "../suggestion.js";

type Case = (view: View) => Iterable<Report>;

export const cases: readonly Case[] = [
  unusedClassifier,
  delaysWithoutRetries,
  delayAboveItsCap,
  variableSetAnyway,
  toolOfAnotherServer,
  directoryWithoutCredentials,
  toolSettingsWithoutTools,
  searchNeverEnabled,
  budgetsInARepository,
];

/** Whether a setting was written in the layer of the reason or above it. */
function isOver(view: View, path: Path, reason: Path): boolean {
  return view.newestFirst(path, reason)[0] === path;
}

/** Spec 2.1: the tuning takes effect only while the `autonomous` strategy is active. */
function* unusedClassifier(view: View): Iterable<Report> {
  const { autonomous_permission_matcher: tuning, default_permission_matcher: strategy } = view.config;
  if (tuning === undefined || Object.keys(tuning).length === 0 || strategy === "autonomous") return;
  const tuned = { at: keyAt("autonomous_permission_matcher"), label: "tunes what is not in use" };
  const message = `${name("autonomous_permission_matcher")} has no effect, because the strategy is`;
  const help = `write ${quote("default_permission_matcher: autonomous")} to use it`;
  if (strategy !== undefined) {
    const chosen = { at: keyAt("default_permission_matcher"), label: "another strategy is chosen" };
    yield { ...between(view, tuned, chosen).where, message: `${message} ${quote(strategy)}`, help };
  } else if (view.lacks(["default_permission_matcher"])) {
    const because = [["default_permission_matcher"]];
    yield { ...tuned, message: `${message} ${quote("standard")} by default`, help, because };
  }
}

const RETRY: Path = ["daemon", "retry"];

/** Spec 8: 0 disables all provider retries. */
function* delaysWithoutRetries(view: View): Iterable<Report> {
  const retry = view.config.daemon?.retry;
  const reason = [...RETRY, "max_retries"];
  if (retry?.max_retries !== 0) return;
  for (const key of ["base_delay_ms", "max_computed_delay_ms"] as const) {
    const path = [...RETRY, key];
    if (retry[key] === undefined || !isOver(view, path, reason)) continue;
    yield {
      at: keyAt(...path),
      message: `${name(...path)} has no effect, because ${name(...reason)} is 0`,
      label: "there are no retries",
      related: [{ at: valueAt(...reason), message: "disables all retries" }],
    };
  }
}

/** Spec 8: what holds where nothing is written. */
const DEFAULT_DELAYS = { base_delay_ms: 1000, max_computed_delay_ms: 60_000 } as const;

function* delayAboveItsCap(view: View): Iterable<Report> {
  const retry = view.config.daemon?.retry;
  const delayOf = (key: keyof typeof DEFAULT_DELAYS): number | undefined =>
    retry?.[key] ?? (view.lacks([...RETRY, key]) ? DEFAULT_DELAYS[key] : undefined);
  const [base, cap] = [delayOf("base_delay_ms"), delayOf("max_computed_delay_ms")];
  if (retry === undefined || retry.max_retries === 0 || base === undefined || cap === undefined || base <= cap) return;
  const first = { at: valueAt(...RETRY, "base_delay_ms"), label: `above the cap of ${cap} ms` };
  const second = { at: valueAt(...RETRY, "max_computed_delay_ms"), label: `below the first delay of ${base} ms` };
  yield {
    ...between(view, first, second).where,
    message: `every computed delay is capped at ${cap} ms, because the first one is ${base} ms already`,
    help: `a first delay below ${cap} ms can grow from retry to retry`,
  };
}

/** Spec 2.10: variables in `env` override those copied by `pass_env`. */
function* variableSetAnyway(view: View): Iterable<Report> {
  for (const [server, entry] of entriesOf(view.config.mcp_servers)) {
    if (entry.transport !== "stdio") continue;
    for (const [index, variable] of (entry.pass_env ?? []).entries()) {
      const path: Path = ["mcp_servers", server, "pass_env", index];
      const reason: Path = ["mcp_servers", server, "env", variable];
      if (!Object.hasOwn(entry.env ?? {}, variable) || !isOver(view, path, reason)) continue;
      yield {
        at: valueAt(...path),
        message: `${quote(variable)} is not passed on, because ${name(...reason.slice(0, -1))} sets it`,
        label: "`env` wins",
        related: [{ at: keyAt(...reason), message: "the value that the server gets" }],
      };
    }
  }
}

/** Spec 2.10: blocked tools are named `mcp__server__tool`. Names may hold underscores, so only the beginning is compared. */
function* toolOfAnotherServer(view: View): Iterable<Report> {
  for (const [server, { block_list: blocked }] of entriesOf(view.config.mcp_servers)) {
    const prefix = `mcp__${server}__`;
    for (const index of (blocked ?? []).keys()) {
      const path: Path = ["mcp_servers", server, "block_list", index];
      const tool = view.text(path);
      const [, other = "", rest = ""] = /^mcp__(.+?)(__.+)$/s.exec(tool ?? "") ?? [];
      if (tool === undefined || other === "" || tool.startsWith(prefix)) continue;
      const isThere = view.names("mcp_servers").has(other);
      yield {
        at: valueAt(...path),
        message: `${quote(tool)} is no tool of ${name("mcp_servers", server)}, so nothing is hidden`,
        label: `names a tool of ${quote(other)}`,
        help: isThere
          ? `move it to ${name("mcp_servers", other, "block_list")}`
          : `tools of this server begin with ${quote(prefix)}`,
        ...(isThere ? {} : didYouMean(path, other, [server], { spell: (name) => `mcp__${name}${rest}` })),
      };
    }
  }
}

/** Spec 2.10: the directory stores OAuth credentials, and only servers over HTTP can have any (spec 5.2). */
function* directoryWithoutCredentials(view: View): Iterable<Report> {
  for (const [server, entry] of entriesOf(view.config.mcp_servers)) {
    const path: Path = ["mcp_servers", server, "auth_key_name"];
    const reason = entry.auth_key_name === undefined ? undefined : withoutLogin(view, server, entry);
    if (reason === undefined || !isOver(view, path, reason.path)) continue;
    yield {
      at: keyAt(...path),
      message: `${name(...path)} has no effect, because this server stores no OAuth credentials`,
      label: reason.label,
    };
  }
}

type Server = NonNullable<View["config"]["mcp_servers"]>[string];

/** Why there is no OAuth login, and where that is written; undefined where there is one, or may be. */
function withoutLogin(view: View, server: string, entry: Server): { path: Path; label: string } | undefined {
  const path: Path = ["mcp_servers", server];
  if (entry?.transport !== "http") return { path: [...path, "transport"], label: "a local process needs no login" };
  const type = entry.auth?.type;
  if (type === "oauth" || (type === undefined && !view.lacks([...path, "auth"]))) return undefined;
  return { path: [...path, "auth", "type"], label: "its `auth` is not `oauth`" };
}

/** Spec 2.4: with `no_tools` the model cannot use tools. */
function* toolSettingsWithoutTools(view: View): Iterable<Report> {
  for (const model of Object.keys(view.config.models ?? {})) {
    const reason: Path = ["models", model, "tool_loading"];
    if (view.text(reason) !== "no_tools") continue;
    for (const field of ["max_tool_batch_size", "forced_tool_choice_supported"]) {
      const path: Path = ["models", model, field];
      if (!isOver(view, path, reason)) continue;
      yield {
        at: keyAt(...path),
        message: `${name(...path)} has no effect, because this model cannot use tools`,
        label: "there are no tool calls",
        related: [{ at: valueAt(...reason), message: "takes all tools away" }],
      };
    }
  }
}

/** Spec 2.12: `enabled` is false unless somebody writes otherwise; whoever writes `false` means it. */
function* searchNeverEnabled(view: View): Iterable<Report> {
  const path: Path = ["integrations", "search", "providers"];
  for (const [provider, { key }] of entriesOf(view.config.integrations?.search?.providers)) {
    if (key === undefined || !view.lacks([...path, provider, "enabled"])) continue;
    yield {
      at: keyAt(...path, provider),
      message: `${name(...path, provider)} has a key and is never used, because \`enabled\` is false by default`,
      label: "not enabled",
      help: "add `enabled: true`, or `enabled: false` to keep it for later",
    };
  }
}

/** Spec 8: inside a repository the walk is uncapped. A global file is for directories of all kinds. */
function* budgetsInARepository(view: View): Iterable<Report> {
  const catalog = view.config.daemon?.file_catalog;
  for (const key of ["max_files", "max_duration_ms"] as const) {
    const path: Path = ["daemon", "file_catalog", key];
    if (catalog?.[key] === undefined || view.scope(path) !== "project") continue;
    if (!isInRepository(view)) continue;
    yield {
      at: keyAt(...path),
      message: `${name(...path)} has no effect, because this project is a repository`,
      label: "the walk is uncapped here",
      help: "a limit for directories outside of repositories belongs into the global config",
    };
  }
}

/** Whether the project is the root of a repository, or below one. */
function isInRepository(view: View): boolean {
  const levels = Array.from({ length: 32 }, (_, level) => view.kindOf(`${"../".repeat(level)}.git`));
  return levels.some((kind) => kind !== undefined && kind !== "unknown");
}
