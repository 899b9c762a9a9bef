/** Results of calls as servers send them, whatever they are. */
import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { toolResult } from "../../src/agent/session/mcp/calls.js";
import { limits } from "../../src/generated/protocol/tables.js";
import { cases } from "../cases.js";

const ok = (text: string): object => ({ text, isError: false });
const text = (words: unknown): object => ({ type: "text", text: words });
const image = (data: unknown, mimeType: unknown = "image/png"): object => ({ type: "image", data, mimeType });
const png = { mediaType: "image/png", base64: "iVBORw0=" };

const RESULTS: readonly (readonly [title: string, sent: unknown, result: object])[] = [
  ["texts", { content: [text("a"), text("b\n")] }, ok("a\nb\n")],
  ["half of a character", { content: [text("a\ud800")] }, ok("a\ufffd")],
  ["nothing", { content: [] }, ok("(the result is empty)")],
  ["no content", {}, ok("(the result is empty)")],
  ["an error", { content: [text("wrong")], isError: true }, { text: "wrong", isError: true }],
  ["something that is not true", { content: [text("a")], isError: "yes" }, ok("a")],
  ["an image", { content: [text("see"), image("iVBORw0=")] }, { ...ok("see"), images: [png] }],
  ["an image alone", { content: [image("iVBORw0=")] }, { ...ok(""), images: [png] }],
  [
    "an image of two spare bytes",
    { content: [image("iVBORw==")] },
    { ...ok(""), images: [{ ...png, base64: "iVBORw==" }] },
  ],
  ...["", "iVBORw", "=", "====", "iVBOR===", "iVB=Rw0=", "iVBORw=A", "iVBORw0=\n123"].map(
    (data): (typeof RESULTS)[number] => [
      `an image of ${JSON.stringify(data)}`,
      { content: [image(data)] },
      ok("[an image that cannot be shown]"),
    ],
  ),
  ["an image that is no base64", { content: [image("<svg>")] }, ok("[an image that cannot be shown]")],
  [
    "an image of a kind with scripts",
    { content: [image("iVBORw0=", "image/svg+xml")] },
    ok("[an image that cannot be shown]"),
  ],
  [
    "an image of a kind with a line break",
    { content: [image("iVBORw0=", "image/png\nx")] },
    ok("[an image that cannot be shown]"),
  ],
  [
    "a resource of text",
    { content: [{ type: "resource", resource: { uri: "file:///a", text: "inside" } }] },
    ok("inside"),
  ],
  [
    "a resource that is an image",
    { content: [{ type: "resource", resource: { uri: "x:y", blob: "iVBORw0=", mimeType: "image/png" } }] },
    { ...ok(""), images: [png] },
  ],
  [
    "a resource of bytes",
    { content: [{ type: "resource", resource: { uri: "x:y", blob: "AAAA", mimeType: "application/zip" } }] },
    ok("[resource x:y, not shown]"),
  ],
  ["a link", { content: [{ type: "resource_link", name: "it", uri: "x:y" }] }, ok("[resource it x:y]")],
  ["a sound", { content: [{ type: "audio", data: "AAAA", mimeType: "audio/wav" }] }, ok("[a sound, not shown]")],
  ["another kind", { content: [{ type: "video" }] }, ok("[content of a kind that is not known]")],
  ["no part", { content: [null, 7, []] }, ok("[something that is no content]\n".repeat(3).trimEnd())],
  ["structure alone", { content: [], structuredContent: { a: [1] } }, ok('{"a":[1]}')],
  ["structure beside its text", { content: [text("a")], structuredContent: { a: 1 } }, ok("a")],
  [
    "content that is no list",
    { content: "a" },
    { text: "the tool server sent a result whose content is no list", isError: true },
  ],
  ["no result", null, { text: "the tool server sent a result that is none", isError: true }],
];

for (const [title, sent, result] of RESULTS)
  test(`a result with ${title}`, () => {
    expect(toolResult(sent)).toEqual(result);
  });

test("structure that is too deep to be written is said", () => {
  const deep: unknown = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`);
  expect(toolResult({ content: [], structuredContent: deep })).toEqual(ok("[structured content that is too deep]"));
});

test("any value is a result", () => {
  fc.assert(
    fc.property(fc.anything(), fc.anything(), (part, whole) => {
      for (const sent of [
        whole,
        { content: [part] },
        { content: part },
        { content: [{ type: "resource", resource: part }] },
      ])
        expect(toolResult(sent).text).toEqual(expect.any(String));
    }),
    { numRuns: cases(2_000) },
  );
});

// V8 stops optimising when the expressions of a process take much memory; then a repetition puts each of its steps on a stack.
test("an image of the most bytes is read by expressions that are not optimised", () => {
  const script = `
    import { toolResult } from "./dist/agent/session/mcp/calls.js";
    const data = Buffer.alloc(${limits.resultImageBytes}, 1).toString("base64");
    const { images } = toolResult({ content: [{ type: "image", mimeType: "image/png", data }] });
    console.log(images[0].base64.length);`;
  const argv = ["--no-regexp-optimization", "--input-type=module", "--eval", script];
  const { stdout, stderr } = spawnSync(process.execPath, argv, { encoding: "utf8" });
  expect({ stdout, stderr }).toEqual({ stdout: `${Math.ceil(limits.resultImageBytes / 3) * 4}\n`, stderr: "" });
});
