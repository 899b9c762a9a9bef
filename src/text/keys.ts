/**
 * The beginnings of well-known keys, for searches in whole texts and in streams. Each search has its own condition for the characters that
 * follow. `|` separates alternatives.
 */

/** Tokens of code hosts and of a chat: `-` or `_` follows, and at least `BODY` characters. */
export const TOKENS = "gho|ghp|ghr|ghs|ghu|github_pat|glpat|xoxa|xoxb|xoxe|xoxp|xoxr|xoxs";

/** Keys of payment and model services, although ordinary names begin like them too: `-` or `_` follows, and at least `BODY` characters. */
export const SERVICES = "sk|pk|rk";

/** The identifiers of access keys: exactly `BODY` capitals and digits follow. */
export const ACCESS_KEYS = "AKIA|ASIA";

/** The number of characters that follow the beginning of a key. */
export const BODY = 16;

/** A JSON object in base64: the first part of a signed token; at least `HEADER` characters follow. */
export const JWT = "eyJ";
export const HEADER = 10;

/** The secret half of a pair of keys that encrypt files. */
export const FILE_KEY = "AGE-SECRET-KEY-";
