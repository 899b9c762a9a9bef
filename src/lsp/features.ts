/** The table of features. */
import type { Feature } from "./feature.js";
import { codeAction, resolveCodeAction } from "./features/actions.js";
import { completion } from "./features/completion.js";
import { definition } from "./features/definition.js";
import { hints } from "./features/hints.js";
import { hover } from "./features/hover.js";
import { links } from "./features/links.js";
import { references } from "./features/references.js";
import { prepareRename, rename } from "./features/rename.js";
import { symbols } from "./features/symbols.js";
import { tokens } from "./features/tokens.js";

export const FEATURES: readonly Feature[] = [
  ...[hover, completion, definition, references, prepareRename, rename],
  ...[codeAction, resolveCodeAction],
  ...[symbols, links, hints, tokens],
];
