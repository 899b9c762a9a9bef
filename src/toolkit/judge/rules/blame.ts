/**
 * A user's file is checked against the names that it or the catalog knows: its findings are those of that file alone (S43). A finding that
 * exists only because of the project is reported in the project, where its author can mend it.
 */
import { type Path, toPointer } from "../../../text/path.js";
import type { PathAnchor } from "../../read/diagnostic/anchor.js";
import { find } from "../../read/document/node.js";
import type { Layer } from "../../read/layers/layer.js";
import type { RuleFinding } from "./run.js";

/**
 * The findings of the configuration `below` a project, and those that the project adds, which are about the project. A finding below is
 * dropped if it only lacked a value that the project has.
 */
export function blamed(
  findings: readonly RuleFinding[],
  project: Layer,
  below: readonly RuleFinding[],
): readonly RuleFinding[] {
  const [own, all] = [below, findings].map((some) => new Set(some.map(findingKey)));
  const remaining = below.filter((finding) => finding.rule.mayBeCompleted !== true || all?.has(findingKey(finding)));
  const ofProject = findings.flatMap((finding) => {
    if (finding.layer === project) return [finding];
    return project.root === undefined || own?.has(findingKey(finding)) ? [] : [blamedOn(project, finding)];
  });
  return [...remaining, ...ofProject];
}

function findingKey({ rule, at }: RuleFinding): string {
  return `${rule.id} ${toPointer(at.path)}`;
}

/** The same finding, pointed at the project: at one of the causes, or at the part of the path that the project wrote. */
function blamedOn(project: Layer, finding: RuleFinding): RuleFinding {
  const { at, label, related, because } = finding;
  const causes = [...because, at.path].map((path) => ({ path, written: writtenPart(project, path) }));
  const whole = causes.find(({ path, written }) => written.length === path.length);
  const path =
    whole?.path ?? causes.reduce<Path>((best, { written }) => (written.length > best.length ? written : best), []);
  const part = whole === undefined || path === at.path ? "key" : "value";
  const blame: PathAnchor = { path, part, layer: "project" };
  const others = related.filter((other) => other.policy !== undefined || toPointer(other.at.path) !== toPointer(path));
  return {
    ...finding,
    layer: project,
    at: blame,
    label: "because of this",
    related: [{ at, message: label ?? "found here" }, ...others],
    fixes: [],
  };
}

/** The part of a path that the layer has a value for. */
export function writtenPart({ root }: Layer, path: Path): Path {
  let { length } = path;
  while (length > 0 && (root === undefined || find(root, path.slice(0, length)) === undefined)) length -= 1;
  return path.slice(0, length);
}
