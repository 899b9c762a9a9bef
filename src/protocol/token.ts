/**
 * Opaque tokens: cursors, checkpoints, pages, windows. Each says of itself what it is, which session and which run of the daemon it belongs
 * to, and is signed with a key of the installation, so that "another session", "another run" and "made up" can be told apart (P-S14).
 *
 * 46 characters of base64url are 34 bytes: version, kind, 5 of the session's tag, 5 of the epoch's, 6 of the position, 6 more by kind, and
 * 10 of an HMAC-SHA256 over all of these. The last character carries 2 bits, so that there is one spelling only.
 */
import { hmacSha256, sameBytes, sha256 } from "../ports/hash.js";

export type TokenKind = "cursor" | "checkpoint" | "page" | "window" | "fleet-cursor";

const KINDS: readonly TokenKind[] = ["cursor", "checkpoint", "page", "window", "fleet-cursor"];

export interface Token {
  readonly kind: TokenKind;
  /** Tags, as `tagOf` makes them. */
  readonly session: string;
  readonly epoch: string;
  /** From 0 to 2^48 - 1. */
  readonly position: number;
  /** What else the kind needs: for a checkpoint, when it was made. From 0 to 2^48 - 1. */
  readonly extra: number;
}

const VERSION = 1;
const BYTES = 34;
const SIGNED = 24;
const SPELLING = /^[A-Za-z0-9_-]{46}$/;

/** What tokens carry in place of a session's name or an epoch. */
export function tagOf(name: string): string {
  return Buffer.from(sha256(name).subarray(0, 5)).toString("hex");
}

export interface TokenCodec {
  encode(token: Token): string;
  /** Undefined for what this installation did not make, however it is spelt. */
  decode(text: string): Token | undefined;
}

/** `key`: of the installation. */
export function tokenCodec(key: Uint8Array): TokenCodec {
  const macOf = (bytes: Uint8Array): Uint8Array =>
    hmacSha256(key, bytes.subarray(0, SIGNED)).subarray(0, BYTES - SIGNED);
  return {
    encode({ kind, session, epoch, position, extra }) {
      const bytes = Buffer.alloc(BYTES);
      bytes[0] = VERSION;
      bytes[1] = KINDS.indexOf(kind);
      bytes.write(session, 2, 5, "hex");
      bytes.write(epoch, 7, 5, "hex");
      bytes.writeUIntBE(position, 12, 6);
      bytes.writeUIntBE(extra, 18, 6);
      bytes.set(macOf(bytes), SIGNED);
      return bytes.toString("base64url");
    },
    decode(text) {
      if (!SPELLING.test(text)) return undefined;
      const bytes = Buffer.from(text, "base64url");
      // The last character has more bits than are left.
      if (bytes.toString("base64url") !== text || !sameBytes(macOf(bytes), bytes.subarray(SIGNED))) return undefined;
      const kind = KINDS[bytes[1] ?? -1];
      if (bytes[0] !== VERSION || kind === undefined) return undefined;
      return {
        kind,
        session: bytes.toString("hex", 2, 7),
        epoch: bytes.toString("hex", 7, 12),
        position: bytes.readUIntBE(12, 6),
        extra: bytes.readUIntBE(18, 6),
      };
    },
  };
}
