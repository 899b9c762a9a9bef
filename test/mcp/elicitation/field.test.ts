/** The fields of a form: the question that a person reads, and the value that an answer means (P-S100). */
import { expect, test } from "vitest";
import { type Field, fieldOf } from "../../../src/agent/session/mcp/elicitation/field.js";

const hide = (text: string): string => text.replaceAll("the-canary-secret", "[redacted]");

function fieldIn(schema: unknown, isRequired = false): Field {
  const field = fieldOf("own", schema, { isRequired, hide });
  if (field === undefined) throw new Error("it is no field");
  return field;
}

const COLOURS = { type: "string", enum: ["r", "g", "b"], enumNames: ["Red", "Green", "Blue"] };
const SIZES = {
  type: "string",
  oneOf: [
    { const: "s", title: "Small" },
    { const: "l", title: "Large" },
  ],
};
const SEVERAL = { type: "array", items: { type: "string", enum: ["a", "b", "c"] }, minItems: 1, maxItems: 2 };
const TITLED = { type: "array", items: { anyOf: SIZES.oneOf } };

test.each([
  ["a text", { type: "string" }, "own [may be left out]", [], ""],
  [
    "a title and a description",
    { type: "string", title: "Your name", description: "As on the badge" },
    "Your name: As on the badge [may be left out]",
    [],
    "",
  ],
  ["a default", { type: "string", default: "Ada" }, "own [Ada]", [], "Ada"],
  [
    "a text of some length",
    { type: "string", minLength: 2, maxLength: 4 },
    "own (a text from 2 to 4 characters) [may be left out]",
    [],
    "",
  ],
  ["an e-mail address", { type: "string", format: "email" }, "own (an e-mail address) [may be left out]", [], ""],
  ["a format that nobody knows", { type: "string", format: "canary" }, "own [may be left out]", [], ""],
  ["a number", { type: "number", minimum: 0.5, default: 95.5 }, "own (a number of at least 0.5) [95.5]", [], "95.5"],
  [
    "a whole number",
    { type: "integer", minimum: 1, maximum: 10, default: 3 },
    "own (a whole number from 1 to 10) [3]",
    [],
    "3",
  ],
  ["a switch", { type: "boolean", default: true }, "own [yes]", ["yes", "no"], "yes"],
  ["choices", { ...COLOURS, default: "g" }, "own [Green]", ["Red", "Green", "Blue"], "Green"],
  ["titled choices", SIZES, "own [may be left out]", ["Small", "Large"], ""],
  [
    "several choices",
    { ...SEVERAL, default: ["a", "c"] },
    "own (choices from 1 to 2, with commas between them) [a, c]",
    ["a", "b", "c"],
    "a, c",
  ],
  ["a default that does not fit", { type: "integer", default: 1.5 }, "own (a whole number) [may be left out]", [], ""],
  ["a default that is no choice", { ...COLOURS, default: "x" }, "own [may be left out]", ["Red", "Green", "Blue"], ""],
  [
    "a secret in its words",
    { type: "string", title: "the-canary-secret", default: "the-canary-secret" },
    "[redacted] [[redacted]]",
    [],
    "the-canary-secret",
  ],
] as const)("%s", (_, schema, text, choices, empty) => {
  expect(fieldIn(schema)).toMatchObject({ text, choices, default: empty });
});

test("a field that is required has no empty answer but its default", () => {
  expect(fieldIn({ type: "string" }, true)).toMatchObject({ text: "own", default: undefined });
  expect(fieldIn({ type: "string" }, true).read("  ")).toEqual({ reason: "is no answer" });
  expect(fieldIn({ type: "integer", default: 7 }, true).read("")).toEqual({ value: 7 });
  expect(fieldIn({ type: "integer" }).read("")).toEqual({ value: undefined });
});

const value = (of: unknown) => ({ value: of });
const reason = (of: string) => ({ reason: of });

test.each([
  [{ type: "string" }, " as it is ", value(" as it is ")],
  [{ type: "string", minLength: 2 }, "a", reason("is shorter than 2 characters")],
  [{ type: "string", maxLength: 2 }, "😀😀", value("😀😀")],
  [{ type: "string", maxLength: 2 }, "abc", reason("is longer than 2 characters")],
  [{ type: "string", pattern: "(a+)+$" }, `${"a".repeat(60)}!`, value(`${"a".repeat(60)}!`)],
  [{ type: "string", format: "email" }, " a@b ", value("a@b")],
  [{ type: "string", format: "email" }, "a", reason("is not an e-mail address")],
  [{ type: "string", format: "uri" }, "https://a.example", value("https://a.example")],
  [{ type: "string", format: "uri" }, "a.example", reason("is not an address with its scheme")],
  [{ type: "string", format: "date" }, "2026-02-28", value("2026-02-28")],
  [{ type: "string", format: "date" }, "2026-02-30", reason("is not a date such as 2026-07-28")],
  [{ type: "string", format: "date" }, "tomorrow", reason("is not a date such as 2026-07-28")],
  [{ type: "string", format: "date-time" }, "2026-02-28T09:30:00+01:00", value("2026-02-28T09:30:00+01:00")],
  [
    { type: "string", format: "date-time" },
    "2026-02-28T25:30:00Z",
    reason("is not a time such as 2026-07-28T09:30:00Z"),
  ],
  [{ type: "integer" }, " 12 ", value(12)],
  [{ type: "integer" }, "12.5", reason("is not a whole number")],
  [{ type: "integer" }, "0x10", reason("is not a whole number")],
  [{ type: "integer" }, "9007199254740993", reason("is not a whole number")],
  [{ type: "number" }, "-1.5e3", value(-1500)],
  [{ type: "number" }, "1e999", reason("is not a number")],
  [{ type: "number" }, "Infinity", reason("is not a number")],
  [{ type: "number", minimum: 1, maximum: 2 }, "0", reason("is less than 1")],
  [{ type: "number", minimum: 1, maximum: 2 }, "3", reason("is more than 2")],
  [{ type: "boolean" }, "Yes", value(true)],
  [{ type: "boolean" }, "false", value(false)],
  [{ type: "boolean" }, "perhaps", reason("is neither yes nor no")],
  [COLOURS, "Green", value("g")],
  [COLOURS, "green", value("g")],
  [COLOURS, "b", value("b")],
  [COLOURS, "2", value("g")],
  [COLOURS, "4", reason("is none of the choices")],
  [COLOURS, "constructor", reason("is none of the choices")],
  [{ type: "string", enum: ["2", "1"] }, "1", value("1")],
  [SEVERAL, "a, c", value(["a", "c"])],
  [SEVERAL, "1,1, a", value(["a"])],
  [SEVERAL, "a,b,c", reason("are more than 2 choices")],
  [SEVERAL, "a,x", reason("is not among the choices")],
  [SEVERAL, ",", reason("are fewer than 1 choices")],
  [TITLED, "Small,large", value(["s", "l"])],
])("to %j the answer %j", (schema, answer, reading) => {
  expect(fieldIn(schema).read(answer)).toEqual(reading);
});

test("labels that are alike stay apart, and a choice that looks like a secret is still one", () => {
  const alike = fieldIn({ type: "string", enum: ["a", "b"], enumNames: ["Same", "Same"] });
  expect(alike.choices).toEqual(["Same", "b"]);
  expect(alike.read("b")).toEqual({ value: "b" });
  const hidden = fieldIn({ type: "string", enum: ["the-canary-secret", "other"] });
  expect(hidden.choices).toEqual(["[redacted]", "other"]);
  expect(hidden.read("[redacted]")).toEqual({ value: "the-canary-secret" });
});

test.each([
  ...[undefined, null, 7, "string", [], {}, { type: "object" }, { type: "null" }, { type: ["string", "null"] }],
  ...[{ type: "array" }, { type: "array", items: { type: "string" } }, { type: "array", items: { enum: [] } }],
  ...[
    { type: "string", enum: [] },
    { type: "string", enum: "abc" },
    { type: "string", enum: [1] },
  ],
  ...[{ type: "string", oneOf: [{}] }, { type: "string", oneOf: 7 }, { $ref: "#/x" }],
])("%j is no field", (schema) => {
  expect(fieldOf("own", schema, { isRequired: true, hide })).toBeUndefined();
});

test("long words are cut, at no half of a character", () => {
  const { text } = fieldIn({ type: "string", title: "😀".repeat(5000) });
  expect(text.length).toBeLessThan(600);
  expect(text.isWellFormed()).toBe(true);
});
