/** Prompts, code and requests that a project sends to or through a destination of its own, without a credential of its user. */
import { once } from "../../../../text/once.js";
import type { Path } from "../../../../text/path.js";
import { quote } from "../../../../text/quote.js";
import { parseModelReference } from "../../../mean/configuration/models.js";
import { settingAt } from "../../../mean/configuration/setting.js";
import { mayBeSubstituted } from "../../../mean/substitution/find.js";
import { anchorOf, type Change } from "../../../mean/trust/changes.js";
import { credentialsIn } from "../../../mean/trust/entry-credentials.js";
import { originOf } from "../../../mean/trust/origin.js";
import { promptedModels, providerIn } from "../../../mean/trust/prompted-models.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { name } from "../phrases.js";
import type { Report, Rule, RuleContext } from "../rule.js";

export const rule: Rule = {
  id: "trust/reroutes-traffic",
  severity: "warning",
  highest: "error",
  isHarmless: true,
  check(context, report) {
    const { changes, redirects, flows } = context.trust;
    for (const { entry, sink, there, credentials } of redirects) {
      if (credentials.length > 0) continue;
      report({ ...sentTo(sink.path, `the requests for ${name(...entry)}`, there), at: anchorOf(sink) });
    }
    const destinations = once(() => destinationsOf(changes));
    const accounts = new Set<string>();
    for (const change of changes) {
      const { path, capability, now, entry } = change;
      if (capability === "destination" && entry === undefined) {
        report({
          at: anchorOf(change),
          severity: "error",
          message: `this project decides with ${name(...path)} where the agent's requests go`,
          label: "the project's choice",
          help: "set it in the global config, not in a project",
        });
      } else if (flows.accounts.has(change)) {
        const whose = name(...(entry?.path ?? path.slice(0, -1)));
        if (accounts.has(whose)) continue;
        accounts.add(whose);
        report({
          at: valueAt(...path),
          message: `this project uses an account of its own for your ${whose}`,
          help: WHERE_MEANT,
        });
      } else if (capability === "model" && typeof now === "string" && path[0] !== "models") {
        for (const finding of ofDefault(context, path, now, destinations())) report(finding);
      }
    }
    if (changes.length > 0) for (const finding of ofModels(context, destinations())) report(finding);
  },
};

const WHERE_MEANT =
  "`agentcfg review` shows all of it; if you want it, `--ignore trust/reroutes-traffic` leaves the finding out";

function sentTo(path: Path, what: string, origin: string | undefined): Report {
  const where = origin === undefined ? "something that it chose" : quote(origin);
  return {
    at: valueAt(...path),
    message: `this project sends ${what} to ${where}`,
    label: "the project's destination",
    help: WHERE_MEANT,
  };
}

/** By the name of a provider; the key is undefined for a change outside all providers. */
type Destinations = ReadonlyMap<string | undefined, Change>;

/** The project's changes to the addresses of providers; the URL rather than the kind. */
function destinationsOf(changes: readonly Change[]): Destinations {
  const candidates = changes.filter(
    ({ capability, path: { 0: section } }) => capability === "destination" && section === "providers",
  );
  const [urls, kinds] = [candidates.filter(isUrl), candidates.filter((change) => !isUrl(change))];
  return new Map([...kinds, ...urls].map((change) => [String(change.path[1]), change]));
}

function isUrl({ path }: Change): boolean {
  return path.at(-1) === "url";
}

/** A default model in the project whose provider is the project's. */
function* ofDefault(context: RuleContext, path: Path, value: string, destinations: Destinations): Generator<Report> {
  const known = context.names("models");
  const { model } = parseModelReference(value, (name) => known.has(name));
  const provider = settingAt(context.settings, ["models", model, "provider"]);
  const sink = destinations.get(provider?.kind === "scalar" ? String(provider.value) : providerIn(model));
  if (sink === undefined) return;
  // Without a global layer, nobody has chosen another model: most projects of a company are like that.
  const isAlone = sink.entry?.isOwn === true && !context.layers.some(({ scope }) => scope === "global");
  const sent = through(path, `the requests for ${name(...path)}`, sink);
  yield isAlone ? { ...sent, severity: "info" } : sent;
}

/** The user's models that a provider of the project serves, or one that is not resolved yet. */
function* ofModels(context: RuleContext, destinations: Destinations): Generator<Report> {
  const { settings, trust, scope } = context;
  for (const model of promptedModels(trust.below)) {
    const path = ["models", model, "provider"];
    const provider = settingAt(settings, path);
    const before = settingAt(trust.below, path);
    const named = provider === undefined ? destinations.get(providerIn(model)) : undefined;
    if (named?.entry?.isOwn)
      yield sentTo(named.path, `the requests for the model ${quote(model)}`, originOf(named.now));
    if (provider?.kind !== "scalar") continue;
    const isSame = before?.kind === "scalar" && before.value === provider.value;
    // The user's name may match no provider until the project adds one.
    if (isSame && settingAt(trust.below, ["providers", String(provider.value)]) !== undefined) continue;
    const parent = ["models", model, "inherits"];
    const at = provider.inheritedFrom !== undefined && scope(parent) === "project" ? parent : path;
    const what = `the requests for the model ${quote(model)}`;
    const sink = destinations.get(String(provider.value));
    // The request also contains a secret among the options of a model.
    const whole = settingAt(trust.below, ["models", model]);
    const worse = whole !== undefined && credentialsIn(whole).length > 0 ? ({ severity: "error" } as const) : {};
    if (sink !== undefined)
      yield { ...(isSame ? sentTo(sink.path, what, originOf(sink.now)) : through(at, what, sink)), ...worse };
    else if (mayBeSubstituted(provider.value) && scope(path) === "project") yield sentTo(at, what, undefined);
  }
}

function through(path: Path, what: string, sink: Change): Report {
  return {
    ...sentTo(path, what, originOf(sink.now)),
    related: [{ at: valueAt(...sink.path), message: "chosen here" }],
  };
}
