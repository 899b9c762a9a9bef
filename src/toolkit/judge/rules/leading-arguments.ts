/** Moves the words after the program of a server's `command` to the beginning of its `args`. */
import type { Path } from "../../../text/path.js";
import { type Setting, settingAt, shadowedAt } from "../../mean/configuration/setting.js";
import type { Change } from "../../read/edit/change.js";
import type { Layer } from "../../read/layers/layer.js";
import { jsonOf } from "../../read/schema/place.js";

/** The change of a layer's `args`; undefined if they stand in another layer, or are no list: then only the author can move the words. */
export function leadingArguments(
  command: Path,
  words: readonly string[],
  { settings, layer }: { readonly settings: Setting; readonly layer: Layer },
): Change | undefined {
  const path = [...command.slice(0, -1), "args"];
  const args = settingAt(settings, path);
  const isUnfit = shadowedAt(settings, path).some((lost) => lost.layer === layer && lost.why === "unfit");
  if (isUnfit || (args !== undefined && args.source !== layer)) return undefined;
  return { kind: "put", path, value: [...words, ...(args?.kind === "list" ? args.items.map(jsonOf) : [])] };
}
