/** The places where a value is written; for a mapping, every place that contributes to it. */
import { type Path, toPointer } from "../../text/path.js";
import { childrenOf, type Definition, type Setting, settingAt } from "../../toolkit/mean/configuration/setting.js";

/** The higher layer comes last, and a place comes after the one it inherits from. */
export function originsOf(root: Setting, path: Path): readonly Definition[] {
  const found = new Map<string, Definition>();
  const collect = (setting: Setting, at: Path): void => {
    const inside = childrenOf(setting);
    for (const [key, child] of inside) collect(child, [...at, key]);
    if (inside.size > 0 || typeof setting.source === "string") return;
    const own = setting.inheritedFrom ?? at;
    const inner = at.slice(path.length);
    const isBelow = toPointer(own).endsWith(toPointer(inner));
    const outer = isBelow ? own.slice(0, own.length - inner.length) : own;
    found.set(`${setting.source.scope} ${toPointer(outer)}`, { layer: setting.source, path: outer });
  };
  const setting = settingAt(root, path);
  if (setting !== undefined) collect(setting, path);
  const rank = ({ layer, path: outer }: Definition): number =>
    (layer.scope === "global" ? 0 : 2) + (toPointer(outer) === toPointer(path) ? 1 : 0);
  return [...found.values()].sort((a, b) => rank(a) - rank(b));
}
