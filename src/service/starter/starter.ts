/** A first configuration: only the keys that people change first, with a sentence on each. */
import { escapedInQuotes } from "../../text/escape.js";
import type { JsonObject } from "../../toolkit/read/document/data.js";
import type { Format } from "../../toolkit/read/document/formats.js";
import { NAMINGS } from "../associate/schema-reference.js";
import type { StarterOptions } from "./options.js";
import { on, type Starter, starterOf } from "./parts.js";
import { WRITERS } from "./writers.js";

/** `namesSchema`: whether the schema is next to it. */
export function starterText(options: StarterOptions, format: Format, namesSchema: boolean): string {
  const lines = namesSchema ? NAMINGS[format].lines : [];
  // Only texts between quotes come from the user.
  return escapedInQuotes(WRITERS[format].text(starterIn(options, format, namesSchema), lines));
}

export function starterData(options: StarterOptions, format: Format, namesSchema: boolean): JsonObject {
  const live = starterIn(options, format, namesSchema).parts.filter(({ isOff }) => !isOff);
  return Object.fromEntries(live.map(({ key, value }) => [key, value]));
}

function starterIn(options: StarterOptions, format: Format, namesSchema: boolean): Starter {
  const { header, parts } = starterOf(options);
  const naming = Object.entries(namesSchema ? NAMINGS[format].entries : {});
  return { header, parts: [...naming.map(([key, value]) => on(key, value, [])), ...parts] };
}
