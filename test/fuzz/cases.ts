/** Layers of every kind: pairs that are set against each other, texts that were spliced from others, bytes that were changed. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { formatOf } from "../../src/toolkit/read/document/formats.js";
import { almostConfigArbitrary, formatArbitrary, soupArbitrary } from "../arbitrary/garbled.js";
import { mutationArbitrary } from "../arbitrary/mutation.js";
import {
  anyTextArbitrary,
  modelPairArbitrary,
  orderlyArbitrary,
  pairArbitrary,
  userArbitrary,
  withoutGlobalOnly,
} from "../arbitrary/pair.js";
import { spellingArbitrary } from "../arbitrary/spelling.js";
import { type Case, type Text, textOf } from "./case.js";
import { growthArbitrary } from "./growth.js";
import { linksArbitrary } from "./links.js";

const fixtures: readonly Text[] = ["fixtures/err", "fixtures/ok"].flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => !name.endsWith(".expected"))
    .map((name) => textOf(formatOf(name), readFileSync(join(folder, name))))
    // A secret of six letters whose name has lost one is none that anybody could tell; canaries are in variables.
    .map((one) => ({ ...one, ...(one.text && { text: one.text.replaceAll("CANARY", "parrot") }) }))
    .filter(({ text }) => text !== undefined && text.length < 10_000),
);

const fixture = fc.constantFrom(...fixtures);

/** The beginning of one fixture and the end of another. */
const spliced: fc.Arbitrary<Text> = fc
  .tuple(fixture, fixture, fc.nat(), fc.nat())
  .map(([{ format, text = "" }, { text: other = "" }, until, from]) => ({
    format,
    text: text.slice(0, until % (text.length + 1)) + other.slice(from % (other.length + 1)),
  }));

/** A fixture with a few bytes set, taken out or doubled. */
const battered: fc.Arbitrary<Text> = fc
  .tuple(
    fixture,
    fc.array(fc.tuple(fc.nat(), fc.nat(255), fc.constantFrom("set", "drop", "double")), { minLength: 1, maxLength: 6 }),
  )
  .map(([{ format, text = "" }, changes]) => {
    const bytes = [...Buffer.from(text)];
    for (const [at, byte, how] of changes) {
      const index = at % (bytes.length + 1);
      if (how === "set") bytes[index] = byte;
      else if (how === "drop") bytes.splice(index, 1);
      else bytes.splice(index, 0, ...bytes.slice(index, index + 8));
    }
    return textOf(format, Uint8Array.from(bytes));
  });

const mistaken = mutationArbitrary().chain(({ config }) => spellingArbitrary(config));

const textArbitrary: fc.Arbitrary<Text> = fc
  .oneof(
    fixture,
    spliced,
    battered,
    mistaken,
    almostConfigArbitrary,
    anyTextArbitrary,
    fc.record({ text: soupArbitrary, format: formatArbitrary }),
  )
  .map((text) => (text.text === undefined ? text : { ...text, text: text.text.toWellFormed() }));

const models = modelPairArbitrary.map(
  ([user, project]): Case => ({
    global: { format: "json", text: JSON.stringify(user) },
    project: { format: "json", text: JSON.stringify(project) },
  }),
);

const layer = fc.option(textArbitrary, { nil: undefined, freq: 4 });

const pairs: fc.Arbitrary<Case> = fc.oneof(
  pairArbitrary.map(({ global, project }): Case => ({ global, project })),
  models,
  fc
    .tuple(userArbitrary.chain(spellingArbitrary), orderlyArbitrary.map(withoutGlobalOnly).chain(spellingArbitrary))
    .map(([global, project]): Case => ({ global, project })),
  fc
    .tuple(layer, layer, linksArbitrary)
    .map(([global, project, links]): Case => ({ ...(global && { global }), ...(project && { project }), links })),
  fc.tuple(layer, layer).map(([global, project]): Case => ({ ...(global && { global }), ...(project && { project }) })),
);

/** Counting steps takes as long as fifty other cases do. */
export const caseArbitrary: fc.Arbitrary<Case> = fc.oneof(
  { weight: 100, arbitrary: pairs },
  { weight: 1, arbitrary: growthArbitrary(textArbitrary) },
);
