import { expect, test } from "vitest";
import { parseScript } from "../../src/permissions/shell/parse.js";

/** Commands as words, `?` for a word that only bash knows. */
function split(text: string): readonly string[] {
  return parseScript(text).commands.map(({ words }) => words.map(({ literal }) => literal ?? "?").join(" "));
}

const CASES: readonly (readonly [string, readonly string[]])[] = [
  ["git push", ["git push"]],
  ["a; b && c || d | e & f\ng", ["a", "b", "c", "d", "e", "f", "g"]],
  ["(a; b) | { c; }", ["a", "b", "c"]],
  ["if a; then b; elif c; then d; else e; fi; f", ["a", "b", "c", "d", "e", "f"]],
  ["for x in git push; do rm $x; done", ["rm ?"]],
  ["while a; do b; done < x", ["a", "b", ""]],
  ["case $x in a|b) c;; (d) e ;& *) f; esac; g", ["c", "e", "f", "g"]],
  ["case x in a) echo $(case y in (b) c;; esac);; esac; d", ["c", "echo ?", "d"]],
  ["echo $(a `b \\`c\\``)", ["c", "b ?", "a ?", "echo ?"]],
  ['echo "x $(a "$(b)") y"', ["b", "a ?", "echo ?"]],
  ["cat <<E\n$(a)\nE\nb", ["cat", "a", "b"]],
  ["cat <<'E'\n$(a)\nE\nb", ["cat", "b"]],
  ["cat <<-E && b\n\tx\n\tE\nc", ["cat", "b", "c"]],
  ["g\\it pu'sh' \"a b\"", ["git push a b"]],
  ["gi\\\nt push", ["git push"]],
  ["$'\\x67it' push", ["git push"]],
  ["a # b; c\nd", ["a", "d"]],
  ["a#b", ["a#b"]],
  ["diff <(a) >(b)", ["a", "b", "diff ? ?"]],
  ["echo ${x:-$(a)}", ["a", "echo ?"]],
  ["echo {a,b} a{1..3}", ["echo ? ?"]],
  ["A=1 B+=2 c D=3", ["c D=3"]],
  ["A\\\n=1 git push", ["git push"]],
  [">x git push 2>&1", ["git push"]],
  ["[[ -f x && a < b ]] && c", ["[[ -f x a b ]]", "c"]],
  ["time -p a; ! b", ["a", "b"]],
  ["f() { git push; }; f", ["git push", "f"]],
  ["for x in a # don't\ndo git push # '\ndone", ["git push"]],
  ["a &> x &>> y >| z", ["a"]],
  ["echo $((1+2)) b", ["echo ? b"]],
  ["a |& b", ["a", "b"]],
];

test.each(CASES)("bash splits %j", (text, expected) => {
  expect(split(text)).toEqual(expected);
});
