/** Hides secrets in texts and values; `hidden.ts` does so in files. Only this room decides what other rooms may show. */
import { remembered } from "../../../text/once.js";
import type { Path } from "../../../text/path.js";
import type { Span } from "../../read/diagnostic/diagnostic.js";
import type { Json } from "../../read/document/data.js";
import type { Place, ScalarPlace } from "../../read/schema/place.js";
import type { Setting } from "../configuration/setting.js";
import { joined, REDACTED, redacted } from "./cover.js";
import { secretsIn } from "./credentials.js";
import { entryAt, itemSecrecy, type Secrecy, secrecyOf } from "./secrecy.js";
import { secretsInName, secretsOf, secretsOfItem } from "./values.js";
import { type Declaring, type SecretWords, wordsOf } from "./words.js";

export interface Redactor {
  /** A text without the words that the user's configuration declares secret, and without any text that looks like a secret. */
  text(text: string): string;
  /**
   * The same for a text about a value of a project: hides the words of projects as well, except those in a name of `paths`, because a
   * project's words hide values only.
   */
  quoted(text: string, paths: readonly Path[]): string;
  /** A path with the secrets in its names hidden; names of the schema are not secret. */
  path(path: Path): Path;
  /**
   * A value with `<redacted>` in place of secrets and of values from outside the files. `path`: the place of the value; `around`: the
   * secrecy of its surroundings.
   */
  json(place: Place | Setting, path?: Path, around?: Secrecy): Json;
}

/**
 * A redactor for texts and values of some layers: a user's secret word is secret everywhere, a project's in values of projects. `mayHide` returns false for texts to
 * show although they look like secrets; declared words are always hidden.
 */
export function redactorFor(sources: readonly Declaring[], mayHide?: (secret: string) => boolean): Redactor {
  const { ofUser, ofAll } = wordsOf(sources);
  const hidden = (shown: string, secrets: readonly Span[], words: SecretWords): readonly Span[] =>
    mayHide === undefined
      ? secrets
      : joined([...secrets.filter(({ start, end }) => mayHide(shown.slice(start, end))), ...words.spansIn(shown)]);
  const text = remembered((shown) =>
    redacted(shown, hidden(shown, joined([...secretsIn(shown), ...ofUser.spansIn(shown)]), ofUser)),
  );
  const name = (key: string): string => redacted(key, secretsInName(key, ofUser));
  /** A value without a layer may be a project's. */
  const wordsFor = (place: Place): SecretWords => (isUsers(place) ? ofUser : ofAll);

  const scalarJson = (place: ScalarPlace, spans: readonly Span[], words: SecretWords): Json => {
    if ("isForeign" in place && place.isForeign) return REDACTED;
    const secrets = spans.length === 0 ? spans : hidden(String(place.value), spans, words);
    return secrets.length === 0 ? place.value : redacted(String(place.value), secrets);
  };
  const json = (place: Place, secrecy: Secrecy): Json => {
    switch (place.kind) {
      case "scalar":
        return scalarJson(place, secretsOf(place, secrecy, wordsFor(place)), wordsFor(place));
      case "list":
        return place.items.map((item, index) => {
          const [own, words] = [itemSecrecy(item, secrecy), wordsFor(item)];
          return item.kind === "scalar"
            ? scalarJson(item, secretsOfItem(place.items, index, own, words), words)
            : json(item, own);
        });
      case "object":
        return Object.fromEntries(
          [...place.entries.keys()].flatMap((key) => {
            const child = entryAt(place, key, secrecy);
            return child === undefined ? [] : [[name(key), json(child.place, child.secrecy)]];
          }),
        );
    }
  };
  return {
    text,
    quoted: (shown, paths) => {
      if (ofAll === ofUser) return text(shown);
      const names = paths.flat().map(String);
      const isName = ({ start, end }: Span): boolean => names.some((one) => one.includes(shown.slice(start, end)));
      const spans = ofAll.spansIn(shown).filter((span) => !isName(span));
      return redacted(shown, joined([...secretsIn(shown), ...ofUser.spansIn(shown), ...spans]));
    },
    path: (path) => path.map((step) => (typeof step === "string" ? name(step) : step)),
    json: (place, path = [], around = "open") => {
      const key = path.findLast((step) => typeof step === "string");
      return json(place, key === undefined ? around : secrecyOf(key, place, around));
    },
  };
}

/** Whether a value comes from the user's layer. */
function isUsers({ source }: Place): boolean {
  return typeof source === "object" && source !== null && "scope" in source && source.scope !== "project";
}
