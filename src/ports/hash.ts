/** Sums of bytes. Functions and no interface: the same bytes have the same sum everywhere. */
import { createHash, createHmac, createSecretKey, timingSafeEqual } from "node:crypto";
import { crc32 as crc32OfNode } from "node:zlib";

export function sha256(bytes: Uint8Array | string): Uint8Array {
  return createHash("sha256").update(bytes).digest();
}

export function sha256Hex(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** The SHA-256 of bytes that come one after the other. */
export interface Digest {
  add(bytes: Uint8Array): void;
  /** Of all so far; more may follow. */
  hex(): string;
}

export function sha256Digest(): Digest {
  const hash = createHash("sha256");
  return { add: (bytes) => void hash.update(bytes), hex: () => hash.copy().digest("hex") };
}

/** The HMAC-SHA256 of bytes under one key, which is prepared once. */
export function hmacSha256(key: Uint8Array): (bytes: Uint8Array) => Uint8Array {
  const prepared = createSecretKey(key);
  return (bytes) => createHmac("sha256", prepared).update(bytes).digest();
}

/** An unsigned number of 32 bits. */
export function crc32(bytes: Uint8Array | string): number {
  return crc32OfNode(bytes);
}

/** Whether two byte strings are the same, in a time that depends on nothing but `a`'s length. */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
