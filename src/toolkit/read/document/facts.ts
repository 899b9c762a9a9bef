/** The facts of reading a text: each mistake and its place, without words. */
import type { SpanAnchor } from "../diagnostic/anchor.js";
import type { Span } from "../diagnostic/diagnostic.js";
import type { Repair } from "./repair.js";

/** Mistakes that end the reading of YAML. */
export type YamlProblem =
  | ("unclosed-quote" | "broken-quote" | "unclosed-bracket" | "unindented-bracket" | "stray-closer" | "missing-opener")
  | (
      | "missing-colon"
      | "missing-space"
      | "missing-comma"
      | "missing-comma-after"
      | "extra-comma"
      | "missing-dash"
      | "stray-dash"
    )
  | ("comment-without-space" | "content-after-marker" | "stray-content" | "bad-start" | "unknown-escape")
  | (
      | "indented-too-far"
      | "indented-too-little"
      | "unindented-text"
      | "text-after-mark"
      | "odd-space"
      | "conflict"
      | "foreign-quote"
    )
  | ("line-marks" | "html")
  | ("bad-indentation" | "tab-indentation" | "block-in-flow" | "nested-on-line" | "nested-in-value")
  | ("multiline-key" | "long-key" | "alias-with-properties" | "nameless-anchor" | "misplaced-anchor")
  | (
      | "lone-return"
      | "control-character"
      | "several-anchors"
      | "unknown-alias"
      | "unquoted-pattern"
      | "unquoted-substitution"
      | "unquoted-template"
      | "other"
    );

/** Mistakes that end the reading of JSON. */
export type JsonProblem =
  | (
      | "empty"
      | "comment"
      | "unquoted-key"
      | "leading-zero"
      | "unclosed-bracket"
      | "stray-closer"
      | "missing-opener"
      | "missing-opener-before"
    )
  | (
      | "invalid-symbol"
      | "invalid-number"
      | "cut-number"
      | "unit"
      | "foreign-word"
      | "foreign-quote"
      | "foreign-bracket"
      | "hash-comment"
      | "conflict"
    )
  | ("line-marks" | "html" | "foreign-comma")
  | ("missing-key" | "key-in-list" | "missing-value" | "missing-value-after" | "missing-colon")
  | ("missing-comma" | "missing-comma-after" | "extra-comma" | "trailing-comma" | "unopened-string" | "extra-quote")
  | ("content-after-end" | "unclosed-comment" | "unclosed-string" | "unfinished-number")
  | ("bad-unicode-escape" | "unknown-escape" | "control-character" | "line-end" | "other");

/** Parts of YAML that a configuration may not use (S7). */
export type Unsupported =
  | ("directive" | "tag" | "secret-tag" | "several-documents")
  | ("alias-key" | "empty-key" | "non-string-key" | "cut-number");

type Reading<Kind extends string, Data = unknown> = { readonly kind: Kind; readonly at: SpanAnchor } & Readonly<Data>;

/** A missing closing bracket, and the other bracket in its place. */
interface Closer {
  readonly text: string;
  readonly span: Span;
}

/** `mark`: the character in question; `other`: the place that is wrong if this one is right; `repair`: the edit that corrects it. */
interface Invalid<Problem> {
  problem: Problem;
  mark?: string;
  other?: Span;
  closer?: Closer;
  repair?: Repair;
}

export type InvalidYaml = Reading<"invalid-yaml", Invalid<YamlProblem>>;
export type InvalidJson = Reading<"invalid-json", Invalid<JsonProblem>>;

export type ReadingFact =
  | InvalidYaml
  | InvalidJson
  | Reading<"unsupported-yaml", { what: Unsupported }>
  | Reading<"merge-key">
  | Reading<"lost-backslash">
  | Reading<"alias-limit", { what: "cycle" | "too-many" | "too-large" }>
  | Reading<"duplicate-key", { key: string; first: Span }>
  | Reading<"reserved-name">
  | Reading<"unpaired-surrogate">
  | Reading<"nul-character">
  | Reading<"not-utf8", { byte: number }>
  | Reading<"utf16", { endian: "little" | "big" }>
  | Reading<"too-large">
  | Reading<"too-deep", { most: number }>
  | Reading<"not-a-mapping", { content: "list" | "scalar"; text: string }>;
