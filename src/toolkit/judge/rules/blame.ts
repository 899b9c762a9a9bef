/**
 * The file of a user is judged by the names that it or the catalog knows, so what is said of it is what is said of it alone (S43). What is
 * said of it only because of the project is said of the project: without it there would be no mistake, and it is where to mend it.
 */
import { type Path, toPointer } from "../../../text/path.js";
import type { PathAnchor } from "../../read/diagnostic/anchor.js";
import { find } from "../../read/document/node.js";
import type { Layer } from "../../read/layers/layer.js";
import type { RuleFinding } from "./run.js";

/**
 * What rules find `below` a project, and of what they find with it, what is about the project. Of what is below, only what lacked something
 * that the project has is no longer said.
 */
export function blamed(
  findings: readonly RuleFinding[],
  project: Layer,
  below: readonly RuleFinding[],
): readonly RuleFinding[] {
  const [own, all] = [below, findings].map((some) => new Set(some.map(findingKey)));
  const lasting = below.filter((finding) => finding.rule.mayBeCompleted !== true || all?.has(findingKey(finding)));
  const ofProject = findings.flatMap((finding) => {
    if (finding.layer === project) return [finding];
    return project.root === undefined || own?.has(findingKey(finding)) ? [] : [blamedOn(project, finding)];
  });
  return [...lasting, ...ofProject];
}

function findingKey({ rule, at }: RuleFinding): string {
  return `${rule.id} ${toPointer(at.path)}`;
}

/** The same, pointed at what the project wrote: one of the causes, or as much as it says of the place itself. */
function blamedOn(project: Layer, finding: RuleFinding): RuleFinding {
  const { at, label, related, because } = finding;
  const causes = [...because, at.path].map((path) => ({ path, written: writtenPart(project, path) }));
  const whole = causes.find(({ path, written }) => written.length === path.length);
  const path =
    whole?.path ?? causes.reduce<Path>((best, { written }) => (written.length > best.length ? written : best), []);
  const part = whole === undefined || path === at.path ? "key" : "value";
  const blame: PathAnchor = { path, part, layer: "project" };
  const others = related.filter((other) => toPointer(other.at.path) !== toPointer(path));
  return {
    ...finding,
    layer: project,
    at: blame,
    label: "because of this",
    related: [{ at, message: label ?? "found here" }, ...others],
    fixes: [],
  };
}

/** As much of a path as there is something written at. */
export function writtenPart({ root }: Layer, path: Path): Path {
  let { length } = path;
  while (length > 0 && (root === undefined || find(root, path.slice(0, length)) === undefined)) length -= 1;
  return path.slice(0, length);
}
