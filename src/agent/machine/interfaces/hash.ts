/** Hashes of bytes. Functions instead of an interface: the same bytes have the same hash everywhere. */
import { createHash, hash, timingSafeEqual } from "node:crypto";
import { crc32 as crc32OfNode } from "node:zlib";

export function sha256(bytes: Uint8Array | string): Uint8Array {
  return hash("sha256", bytes, "buffer");
}

export function sha256Hex(bytes: Uint8Array | string): string {
  return hash("sha256", bytes, "hex");
}

/** The SHA-256 of bytes in several chunks. */
export interface Digest {
  add(bytes: Uint8Array): void;
  /** The digest of all chunks so far; more may follow. */
  hex(): string;
}

export function sha256Digest(): Digest {
  const hash = createHash("sha256");
  return { add: (bytes) => void hash.update(bytes), hex: () => hash.copy().digest("hex") };
}

/** Bytes of one block of SHA-256, and of its digest. */
const BLOCK = 64;
const SUM = 32;

/** The HMAC-SHA256 of bytes under one key (RFC 2104). Two one-shot hashes take half the time of a `createHmac` object for each call. */
export function hmacSha256(key: Uint8Array): (bytes: Uint8Array) => Uint8Array {
  const block = Buffer.alloc(BLOCK);
  block.set(key.length > BLOCK ? sha256(key) : key);
  const inner = block.map((byte) => byte ^ 0x36);
  const outer = Buffer.concat([block.map((byte) => byte ^ 0x5c), Buffer.alloc(SUM)]);
  return (bytes) => {
    outer.set(sha256(Buffer.concat([inner, bytes])), BLOCK);
    return sha256(outer);
  };
}

/** An unsigned number of 32 bits. */
export function crc32(bytes: Uint8Array | string): number {
  return crc32OfNode(bytes);
}

/** Whether two byte strings are the same, in a time that depends only on the length of `a`. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
