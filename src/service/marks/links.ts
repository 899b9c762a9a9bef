/**
 * The paths of a text that lead to a file, found without reading the disk. URLs are not links: those of a configuration are endpoints,
 * which show people nothing, and a click on a stranger's would send a request, perhaps to this machine.
 */
import type { Snapshot } from "../../toolkit/judge/analysis/snapshot.js";
import { placesWith } from "../../toolkit/judge/rules/known-places.js";
import { projectPathProblem } from "../../toolkit/judge/rules/path/project-path.js";
import { holdsUnseen, stepsOf } from "../../toolkit/judge/rules/path/relative.js";
import { isPlain } from "../../toolkit/judge/rules/path/way.js";
import type { Span } from "../../toolkit/read/diagnostic/diagnostic.js";
import { spanWithin } from "../../toolkit/read/document/within.js";
import type { Host } from "../../toolkit/read/host/host.js";
import { type Layer, layerOfScope } from "../../toolkit/read/layers/layer.js";
import { globalDirectory, projectOf } from "../../toolkit/read/layers/places.js";
import { type PathStart, startsAtProject } from "../../toolkit/read/schema/path-start.js";
import { inOrder, linesOf } from "./spans.js";

export interface FileLink {
  /** On one line, without quotes. */
  readonly span: Span;
  /** The absolute name on this machine. */
  readonly file: string;
}

/** The links of a layer, in the order of its text. A path in the global file leads into the project of the snapshot. */
export function linksOf(snapshot: Snapshot, layer: Layer, host: Host): readonly FileLink[] {
  const tree = snapshot.trees.get(layer);
  if (tree === undefined) return [];
  const project = layer.scope === "project" ? layer : layerOfScope(snapshot.layers, "project");
  const about = { scope: layer.scope, root: projectOf(host, project?.file), host };
  const { redactor } = snapshot;
  const isSecret = (path: string): boolean =>
    (layer.scope === "project" ? redactor.quoted(path, []) : redactor.text(path)) !== path;
  const links = placesWith(tree, "x-path").flatMap(({ place: { node }, shape }): readonly FileLink[] => {
    if (node.kind !== "scalar" || typeof node.value !== "string" || node.value.length > LONGEST_PATH) return [];
    const file = fileAt(node.value, shape.schema["x-path"], about);
    // The editor receives the name of the file, so it must be safe to show.
    if (file === undefined || isSecret(node.value)) return [];
    const { document } = layer;
    const written = spanWithin(document, node, { start: 0, end: node.value.length });
    const [span, ...more] = written === undefined ? [] : linesOf(document.source.text, written);
    return span === undefined || more.length > 0 ? [] : [{ span, file }];
  });
  return inOrder(links);
}

/** The longest path of any file system. */
const LONGEST_PATH = 4096;

interface About {
  readonly scope: Layer["scope"];
  readonly root: string | undefined;
  readonly host: Host;
}

/** The file that a path leads to; undefined for one that leads nowhere, out of the project, or to an unknown place. */
function fileAt(text: string, start: PathStart | undefined, { scope, root, host }: About): string | undefined {
  if (startsAtProject(start)) {
    if (root === undefined || projectPathProblem(text) !== undefined || !isPlain(text)) return undefined;
    return host.join(root, (stepsOf(text) ?? []).join("/"));
  }
  // A stranger's file leads to no other place of this machine.
  if (scope !== "global" || holdsUnseen(text)) return undefined;
  if (start === "theme") return themeAt(text, host);
  const isWhole = start === "daemon" && host.isAbsolute(text) && !SHARE.test(text) && isPlain(text);
  return isWhole ? text : undefined;
}

/** A file of another machine: opening it would send a request there. */
const SHARE = /^[\\/]{2}/;

const USER_DIRECTORY = "$USER_DIRECTORY/";

/** A theme in the directory of the global file (spec 2.14). */
function themeAt(text: string, host: Host): string | undefined {
  const directory = globalDirectory(host);
  const path = text.startsWith(USER_DIRECTORY) ? text.slice(USER_DIRECTORY.length) : "";
  const steps = /[\\:]/.test(path) || !isPlain(path) ? undefined : stepsOf(path);
  if (directory === undefined || steps?.[0] !== "themes" || steps.length === 1) return undefined;
  return host.join(directory, steps.join("/"));
}
