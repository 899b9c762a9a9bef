/** Models that a name may refer to although no configuration lists them. Made once for all names, of which there may be thousands. */
import { grouped } from "../../../../text/grouped.js";
import { isCustom } from "../backend.js";
import { entriesOf, type RuleContext } from "../rule.js";
import { effortMeant } from "./effort-meant.js";

interface UnlistedModels {
  /** Whether models may come from a catalog that the caller did not give: the list of names is then incomplete. */
  readonly areHidden: boolean;
  /**
   * Whether a name may be a model (S16): one of such a catalog, or one that a provider lists at run time. False for a name with an effort.
   */
  mayBe(model: string): boolean;
  /** The keys of models whose providers use this name, or that have this name behind the name of their provider. */
  calledSo(model: string): readonly string[];
}

export function unlistedModels(context: RuleContext): UnlistedModels {
  const { catalog, config } = context;
  const providers = entriesOf(config.providers);
  const areHidden = catalog === undefined && providers.some(({ entry: { kind } }) => kind?.type === "catalog");
  const custom = new Set(providers.flatMap(({ key, entry }) => (isCustom(entry) ? [key] : [])));
  const lengths = [...new Set(Array.from(custom, ({ length }) => length))];
  const models = entriesOf(config.models);
  const called = grouped(
    models.flatMap(({ key, entry: { provider_name: name, provider } }) =>
      [name, `${provider}/${key}`, `${provider}/${name}`].flatMap((one) => (one === undefined ? [] : [[one, key]])),
    ),
  );
  return {
    areHidden,
    mayBe: (model) =>
      (areHidden || lengths.some((length) => model[length] === "/" && custom.has(model.slice(0, length)))) &&
      effortMeant(model, context) === undefined,
    calledSo: (model) => called.get(model) ?? [],
  };
}
