/** The input of a call, field by field. `null` counts as absent: some providers have models name every field. */
import type { Fields } from "../tools/tool.js";
import { Refusal } from "./workplace.js";

/** Rejects a field that the tool does not have. */
export function knownFields(input: Fields, names: readonly string[]): void {
  const unknown = Object.keys(input).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new Refusal(
      `there is no field \`${unknown.slice(0, 64)}\`, only ${names.map((name) => `\`${name}\``).join(", ")}`,
    );
}

/** A path, which holds no NUL; undefined where it is absent. */
export function pathIn({ path = null }: Fields): string | undefined {
  if (path === null) return undefined;
  if (typeof path !== "string" || path.trim() === "") throw new Refusal("`path` must be a text that is not empty");
  if (path.includes("\0")) throw new Refusal("`path` must not hold a NUL character");
  if (!path.isWellFormed()) throw new Refusal("`path` must not hold half a character");
  if (path.length > LONGEST_PATH) throw new Refusal("`path` is too long");
  return path;
}

const LONGEST_PATH = 4096;

export function expectPath(input: Fields): string {
  const path = pathIn(input);
  if (path === undefined) throw new Refusal("`path` is missing");
  return path;
}

export function expectText(input: Fields, name: string): string {
  const value = input[name];
  if (typeof value !== "string") throw new Refusal(`\`${name}\` must be a text`);
  return value;
}

export function textIn(input: Fields, name: string): string | undefined {
  const value = input[name] ?? null;
  if (value !== null && typeof value !== "string") throw new Refusal(`\`${name}\` must be a text`);
  return value ?? undefined;
}

export function flagIn(input: Fields, name: string): boolean {
  const value = input[name] ?? false;
  if (typeof value !== "boolean") throw new Refusal(`\`${name}\` must be true or false`);
  return value;
}

/** A number of a line, from 1. */
export function lineIn(input: Fields, name: string): number | undefined {
  const value = input[name] ?? null;
  if (value === null) return undefined;
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 1)
    throw new Refusal(`\`${name}\` must be the number of a line, from 1`);
  return value;
}
