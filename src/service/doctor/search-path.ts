/** The search path that an MCP server will have: it starts with a cleared environment (spec 2.10). */
import { scan } from "../../text/scan.js";
import { jsonAt, type ObjectSetting } from "../../toolkit/mean/configuration/setting.js";
import type { Host } from "../../toolkit/read/host/host.js";
import type { Permissions } from "../../toolkit/read/host/permissions.js";

/** `none`: it has no search path; `unknown`: it depends on something that is not read. `written`: the part that the file spells out. */
export type SearchPath =
  | { readonly kind: "known"; readonly text: string; readonly written: string }
  | { readonly kind: "none" | "unknown" };

/** The server's own `PATH`, or else the agent's if `pass_env` passes it on, as the default list does. */
export function searchPathOf(settings: ObjectSetting, server: string, host: Host): SearchPath {
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

/** Resolves only the agent's own `PATH` in it; other variables are not read, and no command is run. */
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

/** Where a program is, in the order of the directories. Relative directories do not count, because they depend on the working directory. */
export function foundOn(name: string, path: string, host: Host, permissions: Permissions): readonly string[] {
  return foundIn(name, path.split(permissions.delimiter).filter(host.isAbsolute), host, permissions);
}

/** Whether a program is in a directory that a system searches without a `PATH`. */
export function isUsual(name: string, host: Host, permissions: Permissions): boolean {
  return foundIn(name, USUAL, host, permissions).length > 0;
}

function foundIn(
  name: string,
  directories: readonly string[],
  host: Host,
  { mayStart, endings }: Permissions,
): readonly string[] {
  return directories
    .flatMap((directory) => endings.map((ending) => host.join(directory, `${name}${ending}`)))
    .filter(mayStart);
}
