/** Words for a truth value, in the languages and notations that people write where `true` or `false` is meant. */
import { plainName } from "./suggest.js";

export interface SwitchWord {
  readonly value: boolean;
  /** Whether YAML 1.1, or the language itself, reads it as a truth value. */
  readonly isYaml: boolean;
  /** Whether it is no name of a mode: `always` and `none` may be one. */
  readonly isAlways: boolean;
}

const YAML: Readonly<Record<"true" | "false", string>> = { true: "true yes on", false: "false no off" };

const SPOKEN: Readonly<Record<"true" | "false", string>> = {
  true: "y 1 ja oui si sí sim tak да так evet kyllä igen ano áno da はい 是 예 네",
  false: "n 0 nein non não nao nie нет ні hayır hayir ei nem nej nee ne いいえ 否 아니오",
};

const MODES: Readonly<Record<"true" | "false", string>> = {
  true: "enabled enable active always",
  false: "disabled disable inactive never none",
};

function wordsOf(words: typeof YAML, kind: Omit<SwitchWord, "value">): readonly (readonly [string, SwitchWord])[] {
  return Object.entries(words).flatMap(([value, all]) =>
    all.split(" ").map((word) => [word, { value: value === "true", ...kind }] as const),
  );
}

const WORDS: ReadonlyMap<string, SwitchWord> = new Map([
  ...wordsOf(YAML, { isYaml: true, isAlways: true }),
  ...wordsOf(SPOKEN, { isYaml: false, isAlways: true }),
  ...wordsOf(MODES, { isYaml: false, isAlways: false }),
]);

/** Undefined for any other text. */
export function switchWord(text: string): SwitchWord | undefined {
  return text.length > 10 ? undefined : WORDS.get(plainName(text));
}
