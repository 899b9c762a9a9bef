/** Mistakes in braces and brackets of a pattern for files. */
import { quote } from "../../../../text/quote.js";
import type { Look } from "./pattern-look.js";

/** `{a, b}`: the blank is a part of the second name. */
export const blankInBraces: Look = (text) => {
  const instead = text.replace(BRACES, (group) => {
    const names = group.slice(1, -1).split(",");
    return names.length < 2 ? group : `{${names.map((one) => one.trim()).join(",")}}`;
  });
  return instead === text
    ? undefined
    : { message: "has a blank in its braces", help: "remove the blank", instead, isCertain: true };
};

const BRACES = /\{[^{}]*\}/g;

/** `*.{pem}` and `{.env}`: one name in braces is a name with braces. */
export const loneBraces: Look = (text) => {
  const instead = text.replace(LONE, "$1$2");
  return instead === text
    ? undefined
    : { message: "has braces around one name", help: "remove the braces, or write `{a,b}` for either", instead };
};

const LONE = /(?<![{$\\])\{(\.[\w.]+)\}(?!\})|(?<=\.)\{(\w+)\}/g;

/** `*.@(pem|key)` of extended globs, and `(json|yaml)`. */
export const choice: Look = (text) => {
  const marks = new Set<string>();
  const instead = text.replace(CHOICE, (_, mark: string, inner: string) => {
    marks.add(mark);
    return `{${inner.replaceAll("|", ",")}}`;
  });
  if (marks.size === 0) return undefined;
  const message = "has `(…|…)` in it, which is not read as a choice";
  const help = "write `{a,b}` for either";
  const isChoice = [...marks].every((mark) => mark === "" || mark === "@");
  return { message, help, instead: isChoice ? instead : undefined, isCertain: !marks.has("") };
};

const CHOICE = /([@+*?!]?)\(([^()|]*\|[^()]*)\)/g;

export const unclosed: Look = (text) => {
  const bare = text.replace(/\\./g, "").replace(/\[[^[\]]+\]/g, "");
  const open = ["{", "["].find((one, index) => bare.split(one).length > bare.split("}]"[index] ?? "").length);
  if (open === undefined) return undefined;
  return { message: `has a ${quote(open)} that is never closed`, help: `close it, or write ${quote(`\\${open}`)}` };
};
