/** The name of a tool as every provider takes it: at most 64 characters of `[A-Za-z0-9_-]`. A name that is none of these gets a digest, so that no two names become one (P-S82). */
import { limits } from "../../../generated/protocol/tables.js";
import { sha256Hex } from "../../ports/hash.js";

const DIGEST = 8;

export function offeredName(name: string): string {
  if (name.length <= limits.toolNameCharacters && /^[A-Za-z0-9_-]+$/.test(name)) return name;
  const beginning = name.slice(0, limits.toolNameCharacters - DIGEST - 1).replace(/[^A-Za-z0-9_-]/g, "_");
  return `${beginning}_${sha256Hex(name).slice(0, DIGEST)}`;
}
