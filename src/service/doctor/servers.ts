/** Checks that the program of each MCP server exists and is executable, on the server's own search path. */
import { variablesPassedOn } from "../../text/containers.js";
import { printable } from "../../text/escape.js";
import { toPointer } from "../../text/path.js";
import { enumerate, quote } from "../../text/quote.js";
import { literalOf, scan } from "../../text/scan.js";
import { gets } from "../../toolkit/judge/rules/mcp/needed-variables.js";
import {
  childrenOf,
  jsonAt,
  type ObjectSetting,
  type Setting,
  settingAt,
} from "../../toolkit/mean/configuration/setting.js";
import { isObject, type Json } from "../../toolkit/read/document/data.js";
import { displayName, type Host, isInside } from "../../toolkit/read/host/host.js";
import type { Permissions } from "../../toolkit/read/host/permissions.js";
import { type Check, count, type Detail, placeName, type Situation, type Status, worst } from "./check.js";

/** The observation of one server; `says` completes "COMMAND, for SERVER, …". */
interface Observation {
  readonly status: Status;
  readonly says: string;
}

export const servers: Check = {
  id: "servers",
  look: (situation) => {
    const { complete } = situation.counting;
    const all = [...childrenOf(settingAt(complete, ["mcp_servers"])).keys()].flatMap((server) => {
      const command = jsonAt(complete, ["mcp_servers", server, "command"]);
      const isProgram =
        jsonAt(complete, ["mcp_servers", server, "transport"]) === "stdio" && typeof command === "string";
      return isProgram ? [{ server, command, seen: observationOf(situation, server, command) }] : [];
    });
    const bad = all.filter(({ seen: observation }) => observation.status !== "ok");
    const details = (bad.length === 0 ? all : bad).map(({ server, command, seen: observation }) =>
      detailOf(situation, server, command, observation),
    );
    if (all.length === 0) return { status: "ok", title: "no MCP server starts a program", details };
    if (bad.length === 0) return { status: "ok", title: `${count(all.length, "MCP server")} can be started`, details };
    const status = worst(bad.map(({ seen: observation }) => observation.status));
    const title = `${bad.length} of ${count(all.length, "MCP server")} ${status === "problem" ? "will" : "may"} not start`;
    return {
      status,
      title,
      details,
      advice: "install the program, write its full path, or pass `PATH` on to the server",
    };
  },
};

function detailOf(situation: Situation, server: string, command: string, { says }: Observation): Detail {
  const { snapshot, counting } = situation;
  const path = ["mcp_servers", server];
  const place = placeName(situation, path);
  const source = (settingAt(counting.complete, path) as Setting).source;
  return {
    text: `${quote(snapshot.redactor.text(command))}, for ${place}, ${says}`,
    path: toPointer(snapshot.redactor.path(path)),
    ...(typeof source === "string" ? {} : { file: source.document.source.file }),
  };
}

function observationOf(situation: Situation, server: string, command: string): Observation {
  const { complete } = situation.counting;
  const literal = literalOf(command);
  if (literal === undefined) return { status: "ok", says: "depends on a variable and was not searched" };
  const found = /[\\/]/.test(literal) ? ofPath(situation, literal) : ofName(situation, literal, server);
  const observation = found.status === "ok" ? withVariables(situation, literal, server, found) : found;
  const isOff = jsonAt(complete, ["mcp_servers", server, "default_enabled"]) === false;
  // A server that is off cannot fail yet.
  return isOff && observation.status === "problem" ? { ...observation, status: "warning" } : observation;
}

/** A container that the server starts gets only variables that the server has. */
function withVariables({ counting }: Situation, command: string, server: string, found: Observation): Observation {
  const at = (key: string): Json | undefined => jsonAt(counting.complete, ["mcp_servers", server, key]);
  const [args, env, passed] = [at("args"), at("env"), at("pass_env")];
  const words = Array.isArray(args) ? args.map(String) : [];
  const own = { ...(isObject(env) && { env }), ...(Array.isArray(passed) && { pass_env: passed }) };
  const missing = variablesPassedOn(command, words).filter(({ name }) => !gets(own, name));
  if (missing.length === 0) return found;
  const names = enumerate([...new Set(missing.map(({ name }) => quote(name)))], "and");
  return { status: "warning", says: `${found.says}, but does not get ${names}, which it passes on to a container` };
}

/** Looks for a name in the directories of the search path. */
function ofName(situation: Situation, name: string, server: string): Observation {
  const { host, permissions, counting } = situation;
  const path = searchPathOf(counting.complete, server, host);
  if (path.kind === "unknown") return { status: "ok", says: "was not searched: its `PATH` depends on a variable" };
  if (path.kind === "known") {
    const [first, ...others] = placesOn(name, path.text, host, permissions);
    if (first === undefined) return { status: "problem", says: "is not on the `PATH` that it will have" };
    const isOfShell = isOnlyOfShell(situation, name, path, [first, ...others]);
    return { status: "ok", says: `is on its \`PATH\`${isOfShell ? hint(situation, first) : ""}` };
  }
  return isUsual(name, host, permissions)
    ? {
        status: "warning",
        says: "gets no `PATH` and is found only in the directories that the system searches by itself",
      }
    : { status: "problem", says: "gets no `PATH`, so it is not found" };
}

/** Whether the program exists only below the home directory: shells put such directories on the `PATH`, desktops rarely do. */
function isOnlyOfShell(
  { host, permissions }: Situation,
  name: string,
  { written }: Extract<SearchPath, { kind: "known" }>,
  files: readonly string[],
): boolean {
  const { home } = host;
  // Windows keeps one search path for shell and desktop.
  if (home === undefined || home === host.join(home, "..") || permissions.delimiter === ";") return false;
  return files.every((file) => isInside(file, home)) && placesOn(name, written, host, permissions).length === 0;
}

function hint({ snapshot }: Situation, file: string): string {
  return `, but only as ${printable(snapshot.redactor.text(file))}: an agent started from a desktop may need that path`;
}

/** Looks up a path as written; a relative one depends on where the agent starts. */
function ofPath({ host, permissions }: Situation, path: string): Observation {
  const file = host.resolve(path);
  if (permissions.endings.some((ending) => permissions.mayStart(`${file}${ending}`)))
    return { status: "ok", says: "is there" };
  const kind = host.kindOf(host.realPath(file) ?? file);
  const says = kind === "file" ? "is not executable" : `is not ${kind === undefined ? "there" : "a program"}`;
  if (host.isAbsolute(path)) return { status: "problem", says };
  return { status: "warning", says: `${says}, seen from ${printable(displayName(host, host.cwd))}` };
}

/**
 * The search path of an MCP server: it starts with a cleared environment (spec 2.10). `none`: it has no search path; `unknown`: it depends
 * on a variable that is not read. `written`: the part that the file spells out.
 */
type SearchPath =
  | { readonly kind: "known"; readonly text: string; readonly written: string }
  | { readonly kind: "none" | "unknown" };

/** The server's own `PATH`, or else the agent's if `pass_env` passes it on, as the default list does. */
function searchPathOf(settings: ObjectSetting, server: string, host: Host): SearchPath {
  const own = jsonAt(settings, ["mcp_servers", server, "env", "PATH"]);
  if (typeof own === "string") return withPath(own, host);
  const passed = jsonAt(settings, ["mcp_servers", server, "pass_env"]);
  const isPassed = !Array.isArray(passed) || passed.includes("PATH");
  return isPassed ? inherited(host) : { kind: "none" };
}

function inherited({ env }: Host): SearchPath {
  const { PATH: text } = env;
  return text === undefined ? { kind: "none" } : { kind: "known", text, written: "" };
}

/** Resolves only the agent's own `PATH` in it; reads no other variables and runs no commands. */
function withPath(text: string, host: Host): SearchPath {
  const { parts, problems } = scan(text);
  const outer = inherited(host);
  const texts = parts.map((part) => {
    if (part.kind === "text") return part.text;
    return part.kind === "variable" && part.name === "PATH" && outer.kind === "known" ? outer.text : undefined;
  });
  if (problems.length > 0 || texts.includes(undefined)) return { kind: "unknown" };
  const written = parts.map((part) => (part.kind === "text" ? part.text : "")).join("");
  return { kind: "known", text: texts.join(""), written };
}

/** The directories that a system searches without a `PATH`. */
const USUAL = ["/usr/bin", "/bin"];

/**
 * The places of a program, in the order of the directories. Relative directories do not count, because they depend on the working
 * directory.
 */
function placesOn(name: string, path: string, host: Host, permissions: Permissions): readonly string[] {
  return placesIn(name, path.split(permissions.delimiter).filter(host.isAbsolute), host, permissions);
}

/** Whether a program is in a directory that a system searches without a `PATH`. */
function isUsual(name: string, host: Host, permissions: Permissions): boolean {
  return placesIn(name, USUAL, host, permissions).length > 0;
}

function placesIn(
  name: string,
  directories: readonly string[],
  host: Host,
  { mayStart, endings }: Permissions,
): readonly string[] {
  return directories
    .flatMap((directory) => endings.map((ending) => host.join(directory, `${name}${ending}`)))
    .filter(mayStart);
}
