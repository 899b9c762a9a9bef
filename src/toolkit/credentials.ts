/** Lists the credentials of a loaded configuration, for a host that removes them from its output. */
import type { EffectiveConfig } from "../generated/effective.js";
import { toPointer } from "../text/path.js";
import { credentialsAt } from "./mean/redaction/credential-list.js";
import { redactorFor } from "./mean/redaction/redactor.js";
import { SHORTEST_WORD } from "./mean/redaction/words.js";
import type { Json } from "./read/document/data.js";
import { fromData } from "./read/document/node.js";
import { placeOf } from "./read/schema/place.js";
import { configShape } from "./read/schema/shape.js";

/** A credential. Only the result of `reveal` contains it: inspecting or serialising shows nothing. */
export interface ConfigCredential {
  /** JSON Pointer; hides a key that is a secret. */
  readonly path: string;
  /**
   * The texts to search for: the value without white space around it, the credential after a scheme such as `Bearer`, a password in a URL.
   */
  readonly reveal: () => readonly string[];
}

export interface ConfigCredentials {
  readonly found: readonly ConfigCredential[];
  /** JSON Pointers of credentials that are too short to search for, wholly or in their secret part. */
  readonly tooShort: readonly string[];
}

/** In characters; a shorter text would occur in too many others. Items of `secret_words` may be shorter. */
const SHORTEST = 8;

/**
 * The credentials of a configuration from `load`: values that are secret by the schema or by name, values that look like a credential, and
 * `secret_words` ([spec 2.7](../../docs/specification.md#27-permissions)). References that `load` left unresolved, placeholders and words
 * such as `none` are not credentials.
 */
export function credentialsOf(config: EffectiveConfig): ConfigCredentials {
  const credentials: ConfigCredential[] = [];
  const tooShort: string[] = [];
  const redactor = redactorFor([]);
  for (const { path: steps, isDeclared, texts } of credentialsAt(
    placeOf(fromData(config as unknown as Json), configShape),
  )) {
    const path = toPointer(redactor.path(steps));
    const isLong = ({ length }: string): boolean => length >= (isDeclared ? SHORTEST_WORD : SHORTEST);
    const long = texts.filter(isLong);
    if (long.length > 0) credentials.push({ path, reveal: () => long });
    if (long.length < texts.length) tooShort.push(path);
  }
  return { found: credentials, tooShort };
}
