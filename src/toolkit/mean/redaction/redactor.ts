/** Hides secrets in texts and values; `hidden.ts` does so in files. Only this room decides what other rooms may show. */
import { remembered } from "../../../text/once.js";
import type { Path } from "../../../text/path.js";
import type { Span } from "../../read/diagnostic/diagnostic.js";
import type { Json } from "../../read/document/data.js";
import type { Document } from "../../read/document/parse.js";
import type { Place, ScalarPlace } from "../../read/schema/place.js";
import type { Setting } from "../configuration/setting.js";
import { joined, REDACTED, redacted } from "./cover.js";
import { secretsIn } from "./credentials.js";
import { entryAt, itemSecrecy, type Secrecy, secrecyOf } from "./secrecy.js";
import { secretsInName, secretsOf, secretsOfItem } from "./values.js";
import { secretWords } from "./words.js";

export interface Redactor {
  /** A text without the words that the configurations declare secret, and without any text that looks like a secret. */
  text(text: string): string;
  /** A path with the secrets in its names hidden; names of the schema are not secret. */
  path(path: Path): Path;
  /**
   * A value with `<redacted>` in place of secrets and of values from outside the files. `path`: the place of the value; `around`: the
   * secrecy of its surroundings.
   */
  json(place: Place | Setting, path?: Path, around?: Secrecy): Json;
}

/**
 * A redactor for texts and values of some documents: a secret word of one of them is secret in all. `mayHide` returns false for texts to
 * show although they look like secrets; declared words are always hidden.
 */
export function redactorFor(documents: readonly Document[], mayHide?: (secret: string) => boolean): Redactor {
  const words = secretWords(documents);
  const hidden = (shown: string, secrets: readonly Span[]): readonly Span[] =>
    mayHide === undefined
      ? secrets
      : joined([...secrets.filter(({ start, end }) => mayHide(shown.slice(start, end))), ...words.spansIn(shown)]);
  const text = remembered((shown) =>
    redacted(shown, hidden(shown, joined([...secretsIn(shown), ...words.spansIn(shown)]))),
  );
  const name = (key: string): string => redacted(key, secretsInName(key, words));

  const scalarJson = (place: ScalarPlace, spans: readonly Span[]): Json => {
    if ("isForeign" in place && place.isForeign) return REDACTED;
    const secrets = spans.length === 0 ? spans : hidden(String(place.value), spans);
    return secrets.length === 0 ? place.value : redacted(String(place.value), secrets);
  };
  const json = (place: Place, secrecy: Secrecy): Json => {
    switch (place.kind) {
      case "scalar":
        return scalarJson(place, secretsOf(place, secrecy, words));
      case "list":
        return place.items.map((item, index) => {
          const own = itemSecrecy(item, secrecy);
          return item.kind === "scalar"
            ? scalarJson(item, secretsOfItem(place.items, index, own, words))
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
    path: (path) => path.map((step) => (typeof step === "string" ? name(step) : step)),
    json: (place, path = [], around = "open") => {
      const key = path.findLast((step) => typeof step === "string");
      return json(place, key === undefined ? around : secrecyOf(key, place, around));
    },
  };
}
