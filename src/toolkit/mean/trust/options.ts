/** Options that a project adds to requests with a user's key (spec 2.4, S44): some APIs accept an address among them. */
import { someEntry } from "../../../text/entries.js";
import { type Path, toPointer } from "../../../text/path.js";
import type { Layer } from "../../read/layers/layer.js";
import { jsonOf } from "../../read/schema/place.js";
import { childrenOf, jsonAt, type Setting, settingAt } from "../configuration/setting.js";
import type { Change } from "./changes.js";
import { credentialsLeft } from "./entry-credentials.js";
import { addressIn } from "./environment.js";
import type { Flows, Redirect, Touch } from "./flow.js";
import { originOf } from "./origin.js";
import { providerIn } from "./prompted-models.js";

const OPTIONS = "request_option_defaults";

const NO_FLOWS: Pick<Flows, "redirects" | "touches"> = { redirects: [], touches: [] };

/** In a model of its own, a project may set any option except an address. An option that several models inherit is reported once. */
export function optionFlows(
  settings: Setting,
  project: Layer,
  changes: readonly Change[],
  below: Setting,
): Pick<Flows, "redirects" | "touches"> {
  const redirects: Redirect[] = [];
  const touches: Touch[] = [];
  const reported = new Set<string>();
  const models = changes.some(({ path }) => path[0] === "models") ? settingAt(settings, ["models"]) : undefined;
  if (!someEntry(childrenOf(models), (model) => childrenOf(model).has(OPTIONS))) return NO_FLOWS;
  const options = optionsIn(models);
  for (const name of childrenOf(models).keys()) {
    const entry: Path = ["models", name];
    const isOwn = settingAt(below, entry) === undefined;
    const set = [...(options.get(name)?.values() ?? [])].flatMap(([path, option]): readonly Change[] => {
      const [now, before] = [jsonOf(option), jsonAt(below, [...entry, OPTIONS, path.at(-1) ?? ""])];
      const { shape, source } = option;
      if (source !== project || shape === undefined || now === before || reported.has(toPointer(path))) return [];
      return [{ path, capability: "model", shape, entry: { path: entry, isOwn }, now, before }];
    });
    const addresses = set.filter(({ path, now }) => addressIn(String(path.at(-1)), now) !== undefined);
    const [sink, ...others] = addresses.length > 0 || isOwn ? addresses : set;
    if (sink === undefined) continue;
    for (const { path } of set) reported.add(toPointer(path));
    const credentials = keysFor(entry, settings, project, below);
    // A request without a credential still sends a prompt.
    const there = credentials.length === 0 ? originOf(sink.now) : undefined;
    if (addresses.length > 0) redirects.push({ entry, sink, sinks: addresses, there, credentials });
    else if (credentials.length > 0) touches.push({ entry, change: sink, others, credentials, isLost: false });
  }
  return { redirects, touches };
}

type Options = ReadonlyMap<string, readonly [path: Path, option: Setting]>;

/** The options of each model and of its parents, even in a cycle, with their places. */
function optionsIn(models: Setting | undefined): ReadonlyMap<string, Options> {
  const all = new Map<string, Options>();
  for (const model of childrenOf(models).keys()) {
    const chain = new Set<string>();
    for (let next: string | undefined = model; next !== undefined && !all.has(next) && !chain.has(next); ) {
      chain.add(next);
      next = parentOf(settingAt(models, [next]));
    }
    // In a cycle, the last model inherits from the first, which the second pass knows.
    for (const name of [...chain, ...chain].toReversed()) {
      const whole = settingAt(models, [name]);
      const own = optionsOf(name, whole);
      const inherited = all.get(parentOf(whole) ?? "");
      all.set(name, own.length === 0 && inherited !== undefined ? inherited : new Map([...(inherited ?? []), ...own]));
    }
  }
  return all;
}

function optionsOf(
  model: string,
  whole: Setting | undefined,
): readonly (readonly [string, readonly [Path, Setting]])[] {
  return Array.from(
    childrenOf(settingAt(whole, [OPTIONS])),
    ([name, option]) => [name, [["models", model, OPTIONS, name], option]] as const,
  ).filter(([, [, option]]) => option.inheritedFrom === undefined);
}

function parentOf(model: Setting | undefined): string | undefined {
  const parent = settingAt(model, ["inherits"]);
  return parent?.kind === "scalar" && typeof parent.value === "string" ? parent.value : undefined;
}

/** The user's credentials in requests to a model. If its provider does not exist, the provider without the project counts. */
function keysFor(entry: Path, settings: Setting, project: Layer, below: Setting): readonly Path[] {
  const paths = [settings, below].map((root): Path => {
    const provider = jsonAt(root, [...entry, "provider"]);
    return ["providers", typeof provider === "string" ? provider : (providerIn(String(entry[1])) ?? "")];
  });
  const path = paths.find((one) => settingAt(settings, one) !== undefined) ?? [];
  const there = path.length === 0 ? undefined : settingAt(settings, path);
  if (there === undefined) return [];
  return credentialsLeft(there, project, settingAt(below, path)).map((one) => [...path, ...one]);
}
