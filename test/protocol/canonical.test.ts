/** One spelling of a JSON value: the examples of RFC 8785, and what parsers give. */
import { expect, test } from "vitest";
import { canonicalJson } from "../../src/agent/wire/protocol/canonical.js";

test.each([
  ['{"b":1,"a":{"d":[2,{"z":1,"y":2}],"c":null}}', '{"a":{"c":null,"d":[2,{"y":2,"z":1}]},"b":1}'],
  ["[56.0, 1E30, 4.50, 2e-3, 0.000000000000000000000000001, -0]", "[56,1e+30,4.5,0.002,1e-27,0]"],
  [
    '{"\\u20ac":"Euro","\\r":"CR","\\ufb33":"Hebrew","1":"One","\\ud83d\\ude00":"Smile","\\u0080":"C","\\u00f6":"o"}',
    null,
  ],
  ['{"__proto__":1,"constructor":{"b":1,"a":2}}', '{"__proto__":1,"constructor":{"a":2,"b":1}}'],
  ['"\\u000f\\n\\/\\\\\\""', '"\\u000f\\n/\\\\\\""'],
])("%s", (text, expected) => {
  const order = ["\r", "1", "\u0080", "\u00f6", "\u20ac", "\u{1f600}", "\ufb33"];
  const said = canonicalJson(JSON.parse(text));
  if (expected !== null) expect(said).toBe(expected);
  else expect([...said.matchAll(/"([^"]+)":/g)].map(([, name]) => JSON.parse(`"${name}"`) as string)).toEqual(order);
});
