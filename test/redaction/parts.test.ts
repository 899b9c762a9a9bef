/** Only the shown part of a large document is searched for secrets, and the same secrets are found. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { joined, reaching } from "../../src/toolkit/mean/redaction/cover.js";
import { hiddenSpans } from "../../src/toolkit/mean/redaction/hidden.js";
import { secretWords } from "../../src/toolkit/mean/redaction/words.js";
import type { Span } from "../../src/toolkit/read/diagnostic/diagnostic.js";
import { type Format, formatOf } from "../../src/toolkit/read/document/formats.js";
import { type Document, parse } from "../../src/toolkit/read/document/parse.js";

const names = readdirSync("fixtures", { recursive: true, encoding: "utf8" });
const files = names.filter((name) => /\.(ya?ml|jsonc?)$/.test(name)).map((name) => join("fixtures", name));

const SECRETS = `# token: hunter2-before-all
version: 3
providers:
  a: { auth: { type: static_key, key: plain-as-day }, headers: { X-Api-Key: 'one ''two''' } } # password: hunter2
  b:

    # secret = "a b c"
    auth:
      type: static_key
      key: |
        of several
        lines
    hedaers:
      Authorization: Bearer 0123456789abcdef
tokn: { c: d, e: f }
mcp_servers:
  s: { args: [--token, abc, --api-key=def, x, --password, "g h"], env: { API_TOKEN: } }
permissions: { secret_words: [plain-as-day, several] }
list: [{ password: p1 }, { password: p2 }, [token: t3]]
`;

const ALIASES = "providers: { a: { auth: { type: static_key, key: &k open-elsewhere } } }\nx: *k\ntokens: { y: *k }\n";

function clipped(spans: readonly Span[], { start, end }: Span): readonly Span[] {
  return joined(spans.map((span) => ({ start: Math.max(span.start, start), end: Math.min(span.end, end) })));
}

function expectSame(document: Document, size: number): void {
  const { length } = document.source.text;
  const search = hiddenSpans(document, secretWords([document]));
  const whole = search({ start: 0, end: length });
  for (let start = 0; start < length; start += size) {
    const part = { start, end: Math.min(start + size, length) };
    expect(clipped(search(part), part), `${document.source.file} ${start}`).toEqual(
      clipped(reaching(whole, part), part),
    );
  }
}

const documentOf = (file: string, text: string, format: Format): Document => parse({ file, text }, format);

test.each([
  ["secrets", SECRETS],
  ["aliases", ALIASES],
  ["what cannot be read", `${SECRETS}"`],
])("wherever it is cut: %s", (name, text) => {
  for (const size of [1, 3, 10, 50]) expectSame(documentOf(name, text, "yaml"), size);
});

test("in every fixture", () => {
  expect(files.length).toBeGreaterThan(100);
  for (const file of files) expectSame(documentOf(file, readFileSync(file, "utf8"), formatOf(file)), 64);
});
