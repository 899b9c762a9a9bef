/** The table of features. */
import type { Feature } from "./feature.js";
import { hover } from "./features/hover.js";

export const FEATURES: readonly Feature[] = [hover];
