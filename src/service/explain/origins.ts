/** The places of a value in the files; for a mapping, every place that contributes to it. */
import { type Path, toPointer } from "../../text/path.js";
import { childrenOf, type Definition, type Setting } from "../../toolkit/mean/configuration/setting.js";

/** `path`: the place of the setting. The higher layer comes last, and a place comes after the one it inherits from. */
export function originsOf(setting: Setting, path: Path): readonly Definition[] {
  const origins = new Map<string, Definition>();
  const collect = (one: Setting, at: Path): void => {
    const inside = childrenOf(one);
    for (const [key, child] of inside) collect(child, [...at, key]);
    if (inside.size > 0 || typeof one.source === "string") return;
    const own = one.inheritedFrom ?? at;
    const inner = at.slice(path.length);
    const isBelow = toPointer(own).endsWith(toPointer(inner));
    const outer = isBelow ? own.slice(0, own.length - inner.length) : own;
    origins.set(`${one.source.scope} ${toPointer(outer)}`, { layer: one.source, path: outer });
  };
  collect(setting, path);
  const rank = ({ layer, path: outer }: Definition): number =>
    (layer.scope === "global" ? 0 : 2) + (toPointer(outer) === toPointer(path) ? 1 : 0);
  return [...origins.values()].sort((a, b) => rank(a) - rank(b));
}
