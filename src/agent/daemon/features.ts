/** What this daemon can do (spec 9): what is not here is not there yet. */
import { features } from "../../generated/protocol/tables.js";

export const FEATURES: readonly string[] = [features.sync, features.history];
