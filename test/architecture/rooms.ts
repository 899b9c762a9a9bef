/**
 * The rooms of `src`, from the bottom up: a file imports from its own room and from those before it. A room in another one comes before
 * what lies in that by itself. The same list is the map of `docs/architecture.md`.
 */
export const ROOMS: readonly string[] = [
  ...["generated", "text", "provider", "permissions"],
  ...inside("toolkit/read", ["host", "diagnostic", "document", "edit", "schema", "other-tools", "layers", "discovery"]),
  ...inside("toolkit/mean", ["configuration", "substitution", "redaction", "trust"]),
  "toolkit/import",
  ...inside("toolkit/judge", ["suppression", "policy", "permissions", "rules", "analysis", "selection", "report"]),
  ...["toolkit", "index.ts"],
  "service",
  ...inside("service", ["associate", "explain", "complete", "references", "marks", "actions"]),
  ...inside("service", ["lint", "review", "starter", "doctor", "inspect"]),
  ...["page", "playground", "lsp", "terminal", "cli"],
  ...inside("agent/machine", ["interfaces", "node", "keys"]),
  ...inside("agent/wire", ["protocol", "core", "client", "server"]),
  ...inside("agent/session", [
    "store",
    "scrub",
    "tools",
    "prompts",
    "shell",
    "files",
    "mcp",
    "model",
    "compaction",
    "turn",
    "catalog",
    "daemon",
  ]),
  ...inside("agent/fleet", ["hub", "watch"]),
  ...inside("agent/program", ["common", "start", "talk", "commands"]),
  "agent",
];

function inside(wing: string, rooms: readonly string[]): readonly string[] {
  return rooms.map((room) => `${wing}/${room}`);
}

/** The room that a file is in, by its name in `src`; undefined for one that is in none. */
export function roomOf(file: string): string | undefined {
  const around = ROOMS.filter((room) => file === room || file.startsWith(`${room}/`));
  return around.toSorted((a, b) => b.length - a.length)[0];
}

/** Whether a file, by its name in `src`, is of the program that runs an agent. */
export function isOfAgent(file: string): boolean {
  return file.startsWith("agent/");
}
