/** The hash of a value of any size. Hashes its JSON in pieces, because one string might be too long for the runtime. */

/** The number of characters in one piece. */
const CHUNK = 1024 * 1024;

/** For JSON that fits into one piece, its SHA-256; for longer JSON, the hash of each piece together with the hash before it. */
export function fingerprintOf(value: unknown, sha256: (bytes: Uint8Array) => string): string {
  const encoder = new TextEncoder();
  let digest = "";
  let chunk = "";
  const flush = (): void => {
    digest = sha256(encoder.encode(`${digest}${chunk}`));
    chunk = "";
  };
  for (const piece of pieces(value)) {
    if (chunk.length + piece.length > CHUNK && chunk !== "") flush();
    chunk += piece;
  }
  flush();
  return digest;
}

/** The JSON of a value, scalar by scalar. */
function* pieces(value: unknown): Generator<string> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      yield index === 0 ? "[" : ",";
      yield* pieces(item);
    }
    yield value.length === 0 ? "[]" : "]";
  } else if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).filter(([, child]) => child !== undefined);
    for (const [index, [key, child]] of entries.entries()) {
      yield `${index === 0 ? "{" : ","}${JSON.stringify(key)}:`;
      yield* pieces(child);
    }
    yield entries.length === 0 ? "{}" : "}";
  } else yield JSON.stringify(value ?? null);
}
