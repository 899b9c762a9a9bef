/**
 * P18: a catalog of 500 tools and 200 models, beside `JSON.stringify` of it. `node build-catalog.js`. It says milliseconds, the medians of a warm
 * program that does one after the other, and the bytes of the JSON.
 */
import { catalogOf } from "../../../../dist/agent/session/catalog/catalog-of.js";
import { loaded } from "../loaded.js";

const source = loaded();
const { content } = catalogOf(source);
if (content.tools.length !== 500 || content.models.length !== 200) throw new Error("the catalog is not whole");

const works = { built: () => catalogOf(source), written: () => JSON.stringify(content) };
const times = { built: [], written: [] };
const WARM = 50;
for (let round = 0; round < WARM + 201; round += 1)
  for (const [name, work] of Object.entries(works)) {
    const start = performance.now();
    work();
    if (round >= WARM) times[name].push(performance.now() - start);
  }
const median = (all) => all.toSorted((a, b) => a - b)[100];
const bytes = Buffer.byteLength(JSON.stringify(content));
console.log(JSON.stringify({ built: median(times.built), written: median(times.written), bytes }));
