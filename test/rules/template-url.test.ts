/** An address with substitutions is a mistake only if no value of them makes it an address that loads. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lint } from "../../src/toolkit/lint.js";
import { load } from "../../src/toolkit/load.js";
import { set } from "../../src/toolkit/set-value.js";
import { cases } from "../cases.js";
import { machine } from "../machine/machine.js";
import { memoryHost } from "../machine/memory.js";
import { GLOBAL, globalFile } from "../machine/names.js";

const provider = (url: string): string =>
  JSON.stringify({ version: 3, providers: { a: { kind: { type: "custom_beta_compatible" }, url } } });

const found = (url: string): readonly string[] =>
  lint({ texts: [{ file: "config.json", text: provider(url) }] }).diagnostics.map(({ message }) => message);

describe("no value can mend", () => {
  test.each([
    ["https://u:${P}@h.example/v1", "contains a user name or password before the `@`"],
    ["ftp://${H}/v1", "cannot be reached over `ftp:`"],
    ["https://${H}/a b", "contains white space, a control character or a backslash"],
    ["//${H}/v1", "is not a URL"],
    ["h.example/${P}", "is not a URL"],
    ["${S}://h/a b", "contains white space, a control character or a backslash"],
    ["https://${U}@h/${A}/${B}/${C}", "contains a user name or password before the `@`"],
  ])("%s", async (url, message) => {
    expect(found(url)).toEqual([`\`providers.a.url\` ${message}`]);
    const at = machine({ [GLOBAL]: "version: 3\n" });
    const change = { host: at.host, layer: "global", path: "providers.a.url", value: url } as const;
    expect(set(change)).toMatchObject({ kind: "refused", why: "mistake" });
  });
});

const address = fc
  .tuple(
    fc.constantFrom("http", "https"),
    fc.constantFrom("h", "h.example", "127.0.0.1", "api.h.example"),
    fc.constantFrom("", ":8080", ":65535", ":1"),
    fc.constantFrom("", "/", "/v1", "/a/b?c=d", "/%20#x"),
  )
  .chain(([scheme, host, port, rest]) => {
    const url = `${scheme}://${host}${port}${rest}`;
    const first = scheme.length + 3;
    // A value may be a part of anything but of `://`.
    const cut = fc.oneof(fc.constantFrom(0, 4, scheme.length), fc.integer({ min: first, max: url.length }));
    return fc.tuple(fc.constant(url), cut, cut);
  })
  .map(([url, one, other]) => {
    const [start, end] = [Math.min(one, other), Math.max(one, other)];
    return { template: `${url.slice(0, start)}\${PART}${url.slice(end)}`, part: url.slice(start, end) };
  });

test("an IPv6 address may stand in a variable", () => {
  expect(found("http://[${IP}]:${PORT}/v1")).toEqual([]);
});

test("a part of an address may stand in a variable", async () => {
  await fc.assert(
    fc.asyncProperty(address, async ({ template, part }) => {
      // No value makes an address with a query one that an endpoint can follow.
      const isQuery = /[?&]\w+=\$/.test(template);
      expect(found(template)).toEqual(isQuery ? [expect.stringContaining("versioned base")] : []);
      const host = memoryHost({ files: { [globalFile("json")]: provider(template) }, env: { PART: part } });
      expect((await load({ host })).ok).toBe(true);
    }),
    { numRuns: cases(2000) },
  );
});
