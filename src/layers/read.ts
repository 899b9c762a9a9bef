/** Reads the layers that were located: refuses what must not be read, and says what is missing (S2–S5). */
import type { Scope } from "../diagnostic/diagnostic.js";
import type { Finding } from "../diagnostic/finding.js";
import { find } from "../document/node.js";
import { displayName, type Host } from "../host/host.js";
import { formatPath } from "../text/path.js";
import { quote, quoteList } from "../text/printable.js";
import { type Layer, readLayer, type Unreadable, unusable } from "./layer.js";
import { globalDirectory, type Location, type Locations, leavesProject } from "./locate.js";

/** The layers there are, the lowest first, and the files that could not be read. */
export interface Readings {
  readonly layers: readonly Layer[];
  readonly unreadable: readonly Unreadable[];
}

/**
 * Reads both layers. The global one comes first: it decides whether links are followed.
 * What cannot be read is handed over, or with `report` becomes a layer that says so, as does a configuration that is nowhere.
 */
export function readLayers(host: Host, { global, project, root }: Locations, mode: "hand-over" | "report"): Readings {
  const lower = readLocation(host, global, "global");
  const upper = guardProject(host, project, root, lower) ?? readLocation(host, project, "project");
  const readings = [lower, upper].filter((reading) => reading !== undefined);
  const layers = readings.filter((reading) => "document" in reading);
  const unreadable = readings.filter((reading) => "reason" in reading);
  if (mode === "hand-over") return { layers, unreadable };
  if (readings.length === 0) return { layers: [noConfig(host)], unreadable: [] };
  return {
    layers: readings.map((reading) =>
      "reason" in reading ? unreadableLayer(host, reading, reading === lower) : reading,
    ),
    unreadable: [],
  };
}

function readLocation(host: Host, location: Location, scope: Scope): Layer | Unreadable | undefined {
  switch (location.kind) {
    case "file":
      return readLayer(host, location.file, scope);
    case "ambiguous":
      return ambiguous(host, location.files, scope);
    default:
      return undefined;
  }
}

function noConfig(host: Host): Layer {
  const file = host.join(globalDirectory(host) ?? host.cwd, "config.yaml");
  return refusal(host, file, "global", {
    rule: "layer/no-config",
    message: "there is no configuration, neither a global one nor a project's",
    help: `create ${quote(displayName(host, file))} or \`.agent/config.yaml\``,
  });
}

function unreadableLayer(host: Host, { file, reason }: Unreadable, isGlobal: boolean): Layer {
  const scope = isGlobal ? "global" : "project";
  return refusal(host, file, scope, {
    rule: "layer/unreadable",
    message: `the ${scope} config cannot be read: ${reason}`,
    help: isGlobal ? "nothing loads until it can be read" : "the global config counts alone until then",
  });
}

function refusal(host: Host, file: string, scope: Scope, problem: Omit<Finding, "at">): Layer {
  const source = { file: displayName(host, file), text: "" };
  return unusable(source, { ...problem, at: { span: { start: 0, end: 0 } } }, { scope, file, sha256: undefined });
}

function ambiguous(host: Host, files: readonly string[], scope: Scope): Layer {
  const [first = ""] = files;
  const names = files.map((file) => displayName(host, file));
  return refusal(host, first, scope, {
    rule: "layer/ambiguous-file",
    message: `only one of these can be the ${scope} config: ${quoteList(names, "and")}`,
    help: "keep one and delete the others; until then none of them is used",
  });
}

/** A project's file that must not be read. */
function guardProject(
  host: Host,
  location: Location,
  root: string | undefined,
  global: Layer | Unreadable | undefined,
): Layer | undefined {
  if (location.kind !== "file") return undefined;
  if (leavesProject(host, location.file, root)) {
    return refusal(host, location.file, "project", {
      rule: "layer/leaves-project",
      message: "this file is a link, or lies behind one, that leads out of the project, so it is not read",
      help: "put the configuration itself into the project",
    });
  }
  const isLink = [location.file, host.join(location.file, "..")].some((path) => host.kindOf(path) === "link");
  if (isLink && !followsLinks(global)) {
    return refusal(host, location.file, "project", {
      rule: "layer/link-skipped",
      message: "this file is a link, or lies behind one, and links are not followed, so it is not read",
      help: `put the configuration itself into the project, or set \`${formatPath(FOLLOW_LINKS)}: true\` in the global config`,
      related: [{ at: { path: FOLLOW_LINKS, part: "key", layer: "global" }, message: "turned off here" }],
    });
  }
  return undefined;
}

const FOLLOW_LINKS = ["daemon", "follow_symlinks_for_configs"];

/** Whether the global layer lets links be followed; a project has no say in it (S4). */
function followsLinks(global: Layer | Unreadable | undefined): boolean {
  const root = global !== undefined && "root" in global ? global.root : undefined;
  const node = root && find(root, FOLLOW_LINKS)?.node;
  return node?.kind !== "scalar" || node.value !== false;
}
