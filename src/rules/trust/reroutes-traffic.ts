/** What a project sends through, or to, something that it chose: prompts, code and requests, with no credential of its user's. */
import { parseModelReference } from "../../configuration/models.js";
import { settingAt } from "../../configuration/setting.js";
import { valueAt } from "../../diagnostic/anchor.js";
import { once } from "../../text/once.js";
import type { Path } from "../../text/path.js";
import { quote } from "../../text/quote.js";
import type { Change } from "../../trust/changes.js";
import { originOf } from "../../trust/origin.js";
import { name } from "../phrases.js";
import type { Report, Rule, RuleContext } from "../rule.js";

export const rule: Rule = {
  id: "trust/reroutes-traffic",
  severity: "warning",
  summary: "a project that sends what its user's agent says somewhere else",
  isHarmless: true,
  *check(context) {
    const { changes, redirects } = context.trust;
    for (const { entry, sink, credentials } of redirects) {
      if (credentials.length > 0 || sink.capability !== "destination") continue;
      yield sentTo(sink.path, `what goes to ${name(...entry)}`, originOf(sink.now));
    }
    const destinations = once(() => destinationsOf(changes));
    const accounts = new Set<string>();
    for (const change of changes) {
      const { path, capability, now, entry } = change;
      if (now === undefined) continue;
      if (capability === "destination" && entry === undefined) {
        yield {
          at: valueAt(...path),
          severity: "error",
          message: `this project decides with ${name(...path)} whom the agent's requests reach`,
          label: "the project's choice",
          help: "where requests go is decided in the global config",
        };
      } else if (entry !== undefined && isOwnAccount(change)) {
        const whose = name(...entry.path);
        if (accounts.has(whose)) continue;
        accounts.add(whose);
        yield { at: valueAt(...path), message: `this project uses an account of its own for your ${whose}` };
      } else if (capability === "model" && typeof now === "string") yield* ofModels(context, path, now, destinations());
    }
  },
};

function sentTo(path: Path, what: string, origin: string | undefined): Report {
  const where = origin === undefined ? "something that it chose" : quote(origin);
  return {
    at: valueAt(...path),
    message: `this project sends ${what} to ${where}`,
    label: "the project's destination",
  };
}

/** Whether a credential of the project's opens what is its user's. A map of headers may hold anything. */
function isOwnAccount({ capability, path, entry }: Change): boolean {
  return capability === "credential" && entry?.isOwn === false && path[0] === "providers" && path[2] === "auth";
}

/** What the project says of where providers are, by name; their URL rather than their kind. */
function destinationsOf(changes: readonly Change[]): ReadonlyMap<string, Change> {
  const found = changes.filter(
    ({ capability, path: [section] }) => capability === "destination" && section === "providers",
  );
  const [urls, kinds] = [found.filter(isUrl), found.filter((change) => !isUrl(change))];
  return new Map([...kinds, ...urls].map((change) => [String(change.path[1]), change]));
}

function isUrl({ path }: Change): boolean {
  return path.at(-1) === "url";
}

/** A model that its user chose, or that takes over from one, and a default: all speak to a provider that is the project's. */
function* ofModels(
  context: RuleContext,
  path: Path,
  value: string,
  destinations: ReadonlyMap<string, Change>,
): Generator<Report> {
  const { settings, scope } = context;
  const [section, entry, key] = path;
  const isModel = section === "models" && entry !== undefined;
  if (isModel && key !== "provider") return;
  const parent = isModel ? settingAt(settings, [section, entry, "inherits"]) : undefined;
  const lends = parent?.kind === "scalar" && scope(["models", String(parent.value)]) === "global";
  if (isModel && scope([section, entry]) !== "global" && !lends) return;
  const known = context.names("models");
  const model = isModel ? String(entry) : parseModelReference(value, (name) => known.has(name)).model;
  const provider = settingAt(settings, ["models", model, "provider"]);
  if (provider?.kind !== "scalar") return;
  const sink = destinations.get(String(provider.value));
  if (sink === undefined) return;
  const what = isModel ? `what is said to the model ${quote(model)}` : `what ${name(...path)} is for`;
  yield {
    ...sentTo(path, what, originOf(sink.now)),
    related: [{ at: valueAt(...sink.path), message: "chosen here" }],
  };
}
