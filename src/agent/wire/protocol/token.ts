/**
 * The codec of all opaque tokens: cursors, checkpoints, pages, windows (spec 2.1, 2.6). A client can neither read nor make a token. The
 * server that signed it recognises a forged token, and one of another session or epoch. The codec does not check whether a token has
 * expired.
 */
import { hmacSha256, sameBytes, sha256 } from "../../machine/interfaces/hash.js";

/** In the order of their numbers, which never change. */
const KINDS = [
  "sync_cursor",
  "history_checkpoint",
  "history_page",
  "operation_window",
  "fleet_cursor",
  "fleet_snapshot",
  "fleet_page",
  "capture_checkpoint",
  "capture_page",
] as const;

export type TokenKind = (typeof KINDS)[number];

/** The tag of the session's or the fleet's name, from `tagOf`. */
export interface Claims {
  readonly kind: TokenKind;
  /** The tag of the epoch, from `tagOf`. */
  readonly stream: number;
  /** The tag of the epoch, by `tagOf`. */
  readonly epoch: number;
  /** A place in the stream, a number of items or a moment: an integer from 0, below 2^48. */
  readonly position: number;
  /** A second number of the same range; 0 for a kind with one number. */
  readonly extra: number;
}

const VERSION = 1;
const TAG_BYTES = 5;
const NUMBER_BYTES = 6;
const SIGNED_BYTES = 2 + 2 * TAG_BYTES + 2 * NUMBER_BYTES;
const SIGNATURE_BYTES = 10;

/** Bytes in this order: version, kind, stream, epoch, position, extra; then the beginning of their HMAC-SHA256. */
export class TokenCodec {
  readonly #sign: (bytes: Uint8Array) => Uint8Array;

  /** `key` is the installation's (`install.key`, P-S2). */
  constructor(key: Uint8Array) {
    this.#sign = hmacSha256(key);
  }

  /** 46 characters; the same claims always give the same text. Throws a `RangeError` for a number out of range. */
  encode({ kind, stream, epoch, position, extra }: Claims): string {
    if (!Number.isInteger(position) || !Number.isInteger(extra)) throw new RangeError("a token holds integers");
    const bytes = Buffer.alloc(SIGNED_BYTES + SIGNATURE_BYTES);
    let at = bytes.writeUInt8(KINDS.indexOf(kind) + 1, bytes.writeUInt8(VERSION));
    at = bytes.writeUIntBE(stream, at, TAG_BYTES);
    at = bytes.writeUIntBE(epoch, at, TAG_BYTES);
    at = bytes.writeUIntBE(position, at, NUMBER_BYTES);
    at = bytes.writeUIntBE(extra, at, NUMBER_BYTES);
    bytes.set(this.#signatureOf(bytes), at);
    return bytes.toString("base64url");
  }

  /** The claims of a token; undefined for a text that `encode` did not make with this key. */
  decode(text: string): Claims | undefined {
    const bytes = Buffer.from(text, "base64url");
    // Buffer also decodes other alphabets, padding, white space and spare bits; only the spelling of `encode` is valid.
    if (bytes.length !== SIGNED_BYTES + SIGNATURE_BYTES || bytes.toString("base64url") !== text) return undefined;
    if (!sameBytes(bytes.subarray(SIGNED_BYTES), this.#signatureOf(bytes))) return undefined;
    const kind = KINDS[bytes.readUInt8(1) - 1];
    if (bytes.readUInt8(0) !== VERSION || kind === undefined) return undefined;
    return {
      kind,
      stream: bytes.readUIntBE(2, TAG_BYTES),
      epoch: bytes.readUIntBE(2 + TAG_BYTES, TAG_BYTES),
      position: bytes.readUIntBE(2 + 2 * TAG_BYTES, NUMBER_BYTES),
      extra: bytes.readUIntBE(2 + 2 * TAG_BYTES + NUMBER_BYTES, NUMBER_BYTES),
    };
  }

  #signatureOf(bytes: Buffer): Uint8Array {
    return this.#sign(bytes.subarray(0, SIGNED_BYTES)).subarray(0, SIGNATURE_BYTES);
  }
}

/** A number that stands for a name in tokens. It has 40 bits, so that the names of one installation do not collide. */
export function tagOf(name: string): number {
  return Buffer.from(sha256(name)).readUIntBE(0, TAG_BYTES);
}
