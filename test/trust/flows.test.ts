/**
 * I11, S44: under `trusted` no credential of the user's reaches another destination, program or neighbour in silence. Judged by what is loaded,
 * and by nothing that the rules go by: every credential is a canary, and what stands around it is compared with what stands there alone.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type LoadResult, load } from "../../src/toolkit/load.js";
import type { Json } from "../../src/toolkit/read/document/data.js";
import { isObject } from "../arbitrary/plain.js";
import { slowCases } from "../cases.js";
import { hostilePair, hostOf, USER } from "./hostile.js";

/** A credential: a canary of the user's, or a login by its kind or name. */
const CREDENTIAL = /canary-OWN|^OWN_TOKEN$|^oauth$|^work$/;

/** What a project may set on every entry, and what guards, which has rules of its own. */
const HARMLESS = new Set(["protocol", "format", "default_timeout_seconds", "log_stdout", "enabled"]);

interface Held {
  readonly entry: string;
  readonly key: string;
  readonly secret: string;
}

const plain = ({ config }: LoadResult): Json => structuredClone(config ?? {}) as unknown as Json;

const at = (value: Json | undefined, ...path: readonly string[]): Json | undefined =>
  path.reduce<Json | undefined>((around, key) => (isObject(around) ? around[key] : undefined), value);

/** The entries in which credentials may be, by their pointers. */
function entriesOf(config: Json): ReadonlyMap<string, Json> {
  const sections = [["providers"], ["mcp_servers"], ["integrations", "search", "providers"]];
  const found = sections.flatMap((path) => {
    const section = at(config, ...path);
    return Object.entries(isObject(section) ? section : {}).map(([name, entry]) => [
      `/${[...path, name].join("/")}`,
      entry,
    ]);
  });
  return new Map(found as [string, Json][]);
}

function* textsOf(value: Json, path = ""): Generator<readonly [string, string]> {
  if (typeof value === "string") yield [path, value];
  else if (Array.isArray(value)) for (const [index, item] of value.entries()) yield* textsOf(item, `${path}/${index}`);
  else if (isObject(value)) for (const [key, child] of Object.entries(value)) yield* textsOf(child, `${path}/${key}`);
}

const heldIn = (config: Json): readonly Held[] =>
  [...entriesOf(config)].flatMap(([entry, value]) =>
    [...textsOf(value)].flatMap(([key, text]) => (CREDENTIAL.test(text) ? [{ entry, key, secret: text }] : [])),
  );

/** An entry without what is harmless; URLs as they are read. */
function around(value: Json | undefined): Json {
  if (Array.isArray(value)) return value.map(around);
  if (!isObject(value))
    return typeof value === "string" && URL.canParse(value) ? new URL(value).href.replace(/\/$/, "") : (value ?? null);
  const isEmpty = (child: Json): boolean => isObject(child) && Object.keys(child).length === 0;
  const kept = Object.entries(value).filter(([key, child]) => !HARMLESS.has(key) && !isEmpty(child));
  return Object.fromEntries(kept.map(([key, child]) => [key, around(child)]).toSorted());
}

const isSame = (one: Json | undefined, other: Json | undefined): boolean =>
  JSON.stringify(around(one)) === JSON.stringify(around(other));

const target = (entry: Json | undefined): string => {
  const url = at(entry, "url");
  if (typeof url === "string") return URL.canParse(url) ? new URL(url).origin : url;
  return JSON.stringify([at(entry, "command") ?? null, at(entry, "args") ?? [], at(entry, "kind") ?? null]);
};

test("every credential that goes elsewhere, or gets another neighbour, is told", async () => {
  const alone = await load({ host: hostOf({ global: { format: "json", text: JSON.stringify(USER) } }) });
  expect(alone.ok).toBe(true);
  const before = plain(alone);
  await fc.assert(
    fc.asyncProperty(hostilePair, async (pair) => {
      const trusted = await load({ host: hostOf(pair) });
      expect(trusted.ok).toBe(true);
      const now = plain(trusted);
      const [theirs, ours] = [entriesOf(now), entriesOf(before)];
      const severities = (entry: string): readonly string[] =>
        trusted.diagnostics.flatMap(({ rule, severity, path = "" }) =>
          rule.startsWith("trust/") && severity !== "info" && path.startsWith(`${entry}/`) ? [severity] : [],
        );
      for (const { entry, key, secret } of heldIn(before)) {
        const [old, whole] = [ours.get(entry), theirs.get(entry)];
        if (isSame(old, whole)) continue;
        expect(severities(entry), entry).not.toEqual([]);
        const stays = heldIn(now).some((one) => one.entry === entry && one.key === key && one.secret === secret);
        if (stays && target(old) !== target(whole)) expect(severities(entry), entry).toContain("error");
      }
      for (const { entry, key, secret } of heldIn(now)) {
        if (ours.has(entry) && heldIn(before).some((one) => one.entry === entry && one.key === key)) continue;
        const isHere = [...ours].some(
          ([name, other]) =>
            target(other) === target(theirs.get(entry)) &&
            heldIn(before).some(
              (one) => one.entry === name && one.secret.includes(secret.replace(/^.*(canary-\w+).*$/, "$1")),
            ),
        );
        // A login by its name, at a vendor, is where it belongs.
        const isAtVendor = secret === "work" && at(theirs.get(entry), "url") === undefined;
        if (!isHere && !isAtVendor) expect(severities(entry), `${entry}${key}`).not.toEqual([]);
      }
      const options = [before, now].map((config) => at(config, "models", "big", "request_option_defaults") ?? {});
      if (
        !isSame(options[0], options[1]) &&
        at(now, "models", "big", "provider") === "own" &&
        heldIn(now).some(({ secret }) => secret === "canary-OWN_KEY")
      )
        expect([...severities("/models/big"), ...severities("/models/parent")]).not.toEqual([]);
    }),
    { numRuns: slowCases(300) },
  );
});
