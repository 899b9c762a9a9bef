/** The 12 mistakes, as lines of a mapping at some indentation. */

export interface Mistake {
  readonly about: string;
  readonly yaml: (indent: string) => string;
  readonly json: (indent: string) => string;
}

export const MISTAKES: readonly Mistake[] = [
  { about: "unclosed quote", yaml: (i) => `${i}note: "half`, json: (i) => `${i}"note": "half,` },
  { about: "unclosed bracket", yaml: (i) => `${i}note: [a, b`, json: (i) => `${i}"note": ["a", "b",` },
  { about: "unclosed brace", yaml: (i) => `${i}note: { a: 1`, json: (i) => `${i}"note": { "a": 1,` },
  { about: "tab", yaml: (i) => `${i}note: 1\n\tmore: 2`, json: (i) => `${i}"note": "a\tb",` },
  { about: "missing colon", yaml: (i) => `${i}note 1\n${i}more: 2`, json: (i) => `${i}"note" 1,` },
  { about: "duplicate key", yaml: (i) => `${i}note: 1\n${i}note: 2`, json: (i) => `${i}"note": 1,\n${i}"note": 2,` },
  { about: "half a key", yaml: (i) => `${i}note: 1\n${i}no`, json: (i) => `${i}"no` },
  { about: "second document", yaml: () => "---", json: () => "}\n{" },
  { about: "bad escape", yaml: (i) => `${i}note: "\\q"`, json: (i) => `${i}"note": "\\q",` },
  { about: "stray comma", yaml: (i) => `${i}note: [a,, b]`, json: (i) => `${i}"note": 1,,` },
  {
    about: "wrong indentation",
    yaml: (i) => `${i}note: 1\n${i} more: 2\n${i.slice(1)}most: 3`,
    json: (i) => `${i}"note": 1,\n${i.slice(1)}"most": 3 }`,
  },
  { about: "not UTF-8", yaml: (i) => `${i}note: \ufffd`, json: (i) => `${i}"note": "\ufffd",` },
];
