/** The table of features. */
import type { Feature } from "./feature.js";
import { codeAction, resolveCodeAction } from "./features/actions.js";
import { completion } from "./features/completion.js";
import { hover } from "./features/hover.js";
import { hints, links, symbols, tokens } from "./features/marks.js";
import { definition, prepareRename, references, rename } from "./features/references.js";

export const FEATURES: readonly Feature[] = [
  ...[hover, completion, definition, references, prepareRename, rename],
  ...[codeAction, resolveCodeAction],
  ...[symbols, links, hints, tokens],
];
