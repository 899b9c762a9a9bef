/** What stands under a source line: the whole of the marked text, or the whole of what is shown in its place. */
import { expect, test } from "vitest";
import { lint } from "../../src/lint.js";
import { redactorFor } from "../../src/redaction/redactor.js";
import { frameOf } from "../../src/report/frame.js";

/** The marked part of a static key's line as a frame shows it. */
function marked(key: string): string {
  const text = `providers: { acme: { kind: { type: catalog, name: alpha }, auth: { type: static_key, key: ${key} } } }`;
  const { layers, diagnostics } = lint({ texts: [{ file: "config.yaml", text: `version: 3\n${text}` }] });
  const [layer] = layers;
  const [diagnostic] = diagnostics.filter(({ rule }) => rule === "substitution/syntax");
  const frame = layer && diagnostic && frameOf(layer.document, diagnostic.range, redactorFor([layer.document]));
  return frame === undefined ? "" : frame.text.slice(frame.indent, frame.indent + frame.width);
}

test.each([
  ["the whole of a hidden text", '"${acme:0123}"'],
  ["the middle of a hidden text", '"Key ${acme:0123} of acme"'],
  ["the end of a hidden text", '"Key ${acme:0123}"'],
])("%s is underlined as the one word that stands for it", (_, key) => {
  expect(marked(key)).toBe("<redacted>");
});

test("a variable in the form of another tool is shown, for it is the mistake", () => {
  expect(marked('"Key ${env:ACME_KEY}"')).toBe("${env:ACME_KEY}");
});
