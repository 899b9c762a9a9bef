/**
 * The beginnings of well-known keys. A search in whole texts and one in streams look for the same ones; each of them says what else it
 * wants to see before it believes that a key is one. Several beginnings are separated by `|`.
 */

/** Tokens of code hosts and of a chat: then `-` or `_`, and at least `BODY` more. */
export const TOKENS = "gho|ghp|ghr|ghs|ghu|github_pat|glpat|xoxa|xoxb|xoxe|xoxp|xoxr|xoxs";

/** Keys of services that take payments or run models, although a name may begin like them: then `-` or `_`, and at least `BODY` more. */
export const SERVICES = "sk|pk|rk";

/** The identifiers of access keys: exactly `BODY` capitals and digits follow. */
export const ACCESS_KEYS = "AKIA|ASIA";

/** How much follows the beginning of a key. */
export const BODY = 16;

/** A JSON object in base64: the first part of a signed token, with at least `HEADER` more. */
export const JWT = "eyJ";
export const HEADER = 10;

/** The secret half of a pair of keys that encrypt files. */
export const FILE_KEY = "AGE-SECRET-KEY-";
