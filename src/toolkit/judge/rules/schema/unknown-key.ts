/**
 * S26: `data`, `updates`, `telemetry` and `tui` accept unknown keys, except near misses (S28). Spec 2.7: in `permissions` they are errors.
 */
import { lacksSpace } from "../../../../text/colon.js";
import { formatPath, type Path } from "../../../../text/path.js";
import { quote, quoteList } from "../../../../text/quote.js";
import { MOST_SUGGESTIONS } from "../../../../text/suggest.js";
import { settingAt } from "../../../mean/configuration/setting.js";
import { keyAt } from "../../../read/diagnostic/anchor.js";
import type { Change } from "../../../read/edit/change.js";
import { toolOfKey } from "../../../read/other-tools/recognise.js";
import type { Nearby } from "../../../read/schema/facts.js";
import { isOfVariant } from "../../../read/schema/one-mistake.js";
import { isMisspelt } from "../../../read/schema/unknown-key.js";
import type { FactOf } from "../fact.js";
import { LAYOUTS } from "../layout.js";
import { didYouMean, NEEDS_SPACE, name, rewrites, suggestion, writing } from "../phrases.js";
import type { FactContext, Rule, SuggestedFix, Wording } from "../rule.js";
import { aliasFix, opposite, spelled } from "./alias-fix.js";
import { meantByValue, thereAlready } from "./by-value.js";
import { filled } from "./form.js";
import { joinedKey } from "./joined-key.js";

export const rule: Rule<"unknown-key" | "misplaced"> = {
  id: "schema/unknown-key",
  severity: "warning",
  highest: "error",
  words: {
    "unknown-key": (fact, context) => {
      const { at, key, isStrict, isGuard, elsewhere, along } = fact;
      const consequence = consequenceOf(fact);
      const parent = at.path.slice(0, -1);
      const where = parent.length === 0 ? "" : ` in ${name(...parent)}`;
      return {
        ...(isStrict || isGuard || consequence !== "" ? { severity: "error" } : {}),
        // A secret value may be joined to a key: the message shows only the name.
        message: `unknown ${keyList([key, ...along].map((one) => one.replace(/[:=].+/s, "…")))}${where}${consequence}`,
        ...(elsewhere.length === 0 || isOfVariant(fact) ? {} : { notes: [belongs(fact)] }),
        ...guess(fact, context),
        ...(parent.length === 0 ? imported(key, context) : {}),
        ...siblings(parent, along),
      };
    },
    misplaced: ({ at, keys, into, isMap, isLost, isSection }, { layer }) => {
      const parent = at.path.slice(0, -1);
      const [key = "", ...others] = keys;
      const layout = LAYOUTS[layer.document.format];
      if (isSection) {
        return {
          severity: "error",
          message: `${quote(key)} stands in ${name(...parent)}, not ${into === undefined ? "beside it" : `in ${quote(into)}`}`,
          label: into === undefined ? "a section of its own" : `an entry of ${quote(into)}`,
          help: into === undefined ? `move it to the top level${layout.outwards}` : `move it to ${quote(into)}`,
        };
      }
      const many = others.length > 0;
      const where = isMap ? `the entries of ${name(...parent)}` : quote(into ?? "");
      const what = `${quoteList(keys, "and")} ${many ? "stand" : "stands"} beside ${where}, not ${isMap ? "in one" : "below it"}`;
      const home = into === undefined ? "an entry with a name of its own" : quote(into);
      return {
        ...(isLost ? { severity: "error" } : {}),
        message: what,
        label: isMap ? "not the name of an entry" : `belongs to ${quote(into ?? key)}`,
        help: `move ${many ? "them" : "it"} into ${home}${layout.inwards(!many)}`,
        ...siblings(parent, others),
      };
    },
  },
};

function consequenceOf({ required, absent, namedAt }: FactOf<"unknown-key">): string {
  if (namedAt !== undefined) return `, so ${name(...namedAt)} names nothing`;
  const keys = absent ?? (required === undefined ? [] : [required]);
  if (keys.length === 0) return "";
  return `, and the required ${quoteList(keys, "and")} ${keys.length === 1 ? "is" : "are"} missing`;
}

/** The other places of one mistake. */
function siblings(parent: Path, keys: readonly string[]): Pick<Wording, "related"> {
  if (keys.length === 0) return {};
  return { related: keys.map((key) => ({ at: keyAt(...parent, key), message: "and this" })) };
}

function keyList(keys: readonly string[]): string {
  return `${keys.length === 1 ? "key" : "keys"} ${quoteList(keys, "and")}`;
}

/** The help for a block of another tool: `agentcfg import` translates it. */
function imported(key: string, { layer: { document } }: FactContext): Pick<Wording, "help"> {
  const tool = document.root && toolOfKey(document.root, key);
  if (tool === undefined) return {};
  return { help: `this is how ${tool.name} writes it: ${quote("agentcfg import FILE")} translates such a file` };
}

type Guess = Pick<Wording, "label" | "help" | "fixes" | "related">;

/** The most certain guess of the intended key. */
function guess(fact: FactOf<"unknown-key">, context: FactContext): Guess {
  const { at, key, place, required, alias, accepted, fitting, nearby, taken, instead, along } = fact;
  const [word = "", ...more] = key.split(" ");
  const isAlone = place.kind === "scalar" && place.value === null;
  if (more.some((rest) => rest !== "") && (isAlone ? accepted : fitting).includes(word))
    return { help: `a \`:\` is missing after ${quote(word)}` };
  if (lacksSpace(key)) return { ...suggestion(close(fact, context)), help: NEEDS_SPACE };
  if (instead !== undefined) return { help: instead };
  if (fact.entryKeys.length > 0) return { help: `an entry holds it: ${quoteList(fact.entryKeys)}` };
  const apart = joinedKey(fact);
  if (apart !== undefined) return apart;
  if (alias?.idiom !== undefined) return idiom(fact, alias.key, alias.idiom);
  if (required !== undefined) return { label: didYouMean([meant(required, fact)]), fixes: renaming([required], fact) };
  if (alias !== undefined && fitting.includes(alias.key))
    return { ...suggestion([spelled(fact, alias)]), fixes: aliasFix(fact) };
  const known = meantByValue(fact, context);
  if (known !== undefined) {
    const { names, ...words } = known;
    return { ...words, fixes: renaming(names ?? [], fact) };
  }
  const elsewhere = nearby.slice(0, MOST_SUGGESTIONS).map((place) => spelling(place, [key, ...along]));
  const alike = close(fact, context);
  const isSure = alike.some((to) => isMisspelt(key, to)) || (elsewhere.length === 0 && fact.similar.length === 0);
  if (alike.length > 0 && isSure) return { ...suggestion(alike), fixes: renaming(alike, fact) };
  if (elsewhere.length > 0) {
    if (nearby.every(({ path }) => path.length === 1) && along.length === 0)
      return { help: "it belongs to the top level" };
    const [home = ""] = elsewhere;
    return {
      help: along.length > 0 && nearby[0]?.tags.length === 0 ? `they belong in ${quote(home)}` : didYouMean(elsewhere),
    };
  }
  const present = alias === undefined ? context.suggest(key, taken) : taken.filter((name) => name === alias.key);
  const [there] = present;
  if (there !== undefined) return thereAlready(fact, there);
  const words = fact.similar.length > 0 ? fact.similar.slice(0, MOST_SUGGESTIONS) : context.suggestWords(key, fitting);
  const deeper = fact.namedAlike.map((path) => formatPath(path));
  if (deeper.length > 0) {
    const own = words
      .concat(context.suggestWords(key, fitting))
      .filter((word) => fitting.includes(word))
      .map((word) => formatPath([...at.path.slice(0, -1), word]));
    return { help: didYouMean([...new Set([...deeper, ...own])].slice(0, MOST_SUGGESTIONS)) };
  }
  const [section, entry] = at.path;
  if (fact.isEntry && (fact.isTooDeep || section === "models")) {
    const joined = ["/", ".", "-", ":"].map((mark) => `${entry}${mark}${key}`);
    const known = joined.find((name) => settingAt(context.settings, ["models", name]) !== undefined);
    const own = section === "models" && known !== undefined ? known : fact.isTooDeep ? key : `${entry}/${key}`;
    return { help: didYouMean([formatPath([...at.path.slice(0, -2), own])]) };
  }
  const isFit = words.every((word) => fitting.includes(word));
  if (words.length > 0) return { ...suggestion(words), fixes: isFit ? renaming(words, fact) : [] };
  if (isOfVariant(fact)) return { help: belongs(fact) };
  if (alias?.isOpposite === true && opposite(place) !== undefined)
    return { ...suggestion([spelled(fact, alias)]), fixes: aliasFix(fact) };
  // The name is close, but the value does not fit that key.
  const named = alias === undefined ? context.suggest(key, fact.accepted) : [alias.key];
  if (named.length > 0) return suggestion(named);
  return at.path.length === 1 && VARIABLE.test(key) ? { help: OF_ENVIRONMENT } : others(fact);
}

/** A variable of the environment, as other programs name theirs. */
const VARIABLE = /^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/;
const OF_ENVIRONMENT =
  "no variable is set here: a server gets its own in `env`, and a provider has its `url`, and its key in `auth`";

/** The variants that have the keys, as a clause. */
function belongs({ key, along, tag, elsewhere }: FactOf<"unknown-key">): string {
  const variants = quoteList(elsewhere.map((value) => `${tag}: ${value}`));
  return `${quoteList([key, ...along], "and")} ${along.length === 0 ? "belongs" : "belong"} to ${variants}`;
}

/** The place for a key: the path, or the mapping to write around it. */
function spelling({ path, there, tags }: Nearby, keys: readonly string[]): string {
  const [key = ""] = keys;
  const from = path.length - key.split(".").length;
  const isDotted = key.includes(".") && key === path.slice(from).join(".");
  if (tags.length === 0 && !isDotted) return formatPath(keys.length === 1 ? path : path.slice(0, -1));
  const inside = (depth: number): string => {
    if (depth === path.length - 1) return (isDotted ? path.slice(depth) : keys).map((one) => `${one}: …`).join(", ");
    const tag = tags.find((one) => one.depth === depth + 1);
    return `${path[depth]}: { ${tag === undefined ? "" : `${tag.key}: ${tag.value}, `}${inside(depth + 1)} }`;
  };
  return inside(isDotted ? from : there);
}

/** The guess for a key that this agent writes in another form. */
function idiom({ at: { path }, place }: FactOf<"unknown-key">, key: string, form: string): Guess {
  const { shown, value } = filled(form, place.kind === "scalar" ? place.value : "");
  const written = `${key}: ${shown}`;
  const label = didYouMean([written]);
  if (value === undefined) return { label };
  const changes: readonly Change[] = [
    { kind: "delete", path },
    { kind: "put", path: [...path.slice(0, -1), key], value },
  ];
  return { label, fixes: [writing(written, { safe: false, changes })] };
}

function close({ key, required, fitting }: FactOf<"unknown-key">, { suggest }: FactContext): readonly string[] {
  return required === undefined ? suggest(key, fitting) : [required];
}

/** The keys that the place takes, if they are few; or else a pointer to the documentation. */
function others({ at: { path }, accepted, taken, takers }: FactOf<"unknown-key">): Guess {
  const all = [...taken, ...accepted];
  if (all.length > 0 && all.length <= MOST_SUGGESTIONS && (accepted.length === 0 || all.length === 1))
    return { help: `only ${quoteList(all, "and")} can stand here` };
  if (accepted.length === 0) return {};
  if (accepted.length <= MOST_SUGGESTIONS) return { help: `keys that could stand here: ${quoteList(accepted)}` };
  if (takers.length > 0 && takers.length <= MOST_LISTED && path.length > 1)
    return { help: `keys that take such a value here: ${quoteList(takers)}` };
  const parent = formatPath(path.slice(0, -1));
  const subject = /[^\w.-]/.test(parent) ? `'${parent}'` : parent;
  return parent === "" ? {} : { help: `${quote(`agentcfg explain ${subject}`)} lists the keys that could stand here` };
}

/** A longer list is left to `agentcfg explain`. */
const MOST_LISTED = 7;

function rename({ at: { path } }: FactOf<"unknown-key">): (to: string) => Change {
  return (to) => ({ kind: "rename", path, to });
}

function meant(key: string, { value }: FactOf<"unknown-key">): string {
  return value === undefined ? key : `${key}: ${value}`;
}

function renaming(names: readonly string[], fact: FactOf<"unknown-key">): readonly SuggestedFix[] {
  const { key, value, at } = fact;
  if (/[:=]|\S\s+\S/.test(key)) return [];
  const [only, ...more] = names;
  if (value === undefined || only === undefined || more.length > 0) return rewrites(key, names, rename(fact));
  const changes: readonly Change[] = [rename(fact)(only), { kind: "replace", path: at.path, value }];
  return [writing(meant(only, fact), { safe: false, changes })];
}
