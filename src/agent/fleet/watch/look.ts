/** The styles of a line's parts: sixteen colours, which every theme adapts, or none. Callers escape untrusted text first. */

export type Look = "waiting" | "busy" | "bad" | "quiet" | "strong" | "selected";

const CODES: Readonly<Record<Look, string>> = {
  ...{ waiting: "1;33", busy: "36", bad: "31", quiet: "2", strong: "1", selected: "7" },
};

export type Painter = (look: Look, text: string) => string;

/** Without colours, the texts alone carry the meaning. */
export const unpainted: Painter = (_, text) => text;

export const painted: Painter = (look, text) => (text === "" ? "" : `\x1b[${CODES[look]}m${text}\x1b[0m`);
