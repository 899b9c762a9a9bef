/** Numbers of a model that leave no room for a prompt (S55): one finding a model, with the number to write. */
import { rows } from "./row.js";

const model = (rest: string): string =>
  `providers: { p: { kind: { type: custom_beta_compatible }, url: "https://p.example/v1" } }\nmodels: { m: { provider: p, class: full, ${rest} } }`;
const NO_ROOM = "global warning model/output-exceeds-window";

rows({
  "all of the window": {
    global: model("context_window: 16384, max_output_tokens_per_turn: 16384"),
    says: [`${NO_ROOM} 16384`],
    telling: /leaves half of the window is `8192`/,
  },
  "most of the window": {
    global: model("context_window: 16384, max_output_tokens_per_turn: 15000"),
    says: [`${NO_ROOM} 15000`],
    telling: /compacts at 1310 tokens/,
  },
  "more than the threshold leaves": {
    global: model("context_window: 128000, compaction_threshold: 0.9, max_output_tokens_per_turn: 32000"),
    says: [`${NO_ROOM} 32000`],
    telling: /largest output that fits is `12800`/,
  },
  "a threshold of all": {
    global: model("context_window: 128000, compaction_threshold: 1, max_output_tokens_per_turn: 1000"),
    says: [`${NO_ROOM} 1000`],
    telling: /write a lower threshold/,
  },
  "a threshold in a project": {
    global: model("context_window: 128000, max_output_tokens_per_turn: 32000"),
    project: "models: { m: { compaction_threshold: 0.95 } }",
    says: ["project warning model/output-exceeds-window 0.95"],
  },
  "a window in thousands": { global: model("context_window: 200"), says: [`${NO_ROOM} 200`], telling: /`200000`/ },
  "a window in thousands with an output": {
    global: model("context_window: 128, max_output_tokens_per_turn: 4096"),
    says: [`${NO_ROOM} 128`],
  },
  "a window in thousands of a small model": {
    global: model("context_window: 8"),
    says: [`${NO_ROOM} 8`],
    telling: /`8000`/,
  },
  "a window in millions": { global: model("context_window: 1"), says: [`${NO_ROOM} 1`] },
  "an output above the window": {
    global: model("context_window: 8192, max_output_tokens_per_turn: 16384"),
    says: [`${NO_ROOM} 16384`],
  },
  "exactly what the threshold leaves": {
    global: model("context_window: 128000, compaction_threshold: 0.9, max_output_tokens_per_turn: 12800"),
    says: [],
  },
  "a threshold that a double cannot hold": {
    global: model("context_window: 10000, compaction_threshold: 0.7, max_output_tokens_per_turn: 3000"),
    says: [],
  },
  "half of the window": { global: model("context_window: 16384, max_output_tokens_per_turn: 8192"), says: [] },
  "nine tenths of the window": { global: model("context_window: 10000, max_output_tokens_per_turn: 9000"), says: [] },
  "a window of a thousand": { global: model("context_window: 1000"), says: [] },
  "a ceiling above the window": {
    global: model("context_window: 32768, max_tokens: 327680"),
    says: [`${NO_ROOM} 327680`],
    telling: /more than its context window of 32768/,
  },
  "a ceiling above the window, and an output that leaves no room": {
    global: model("context_window: 16384, max_tokens: 32768, max_output_tokens_per_turn: 15000"),
    says: [`${NO_ROOM} 32768`],
  },
  "a ceiling and an output above the window": {
    global: model("context_window: 16384, max_tokens: 32768, max_output_tokens_per_turn: 20000"),
    says: [`${NO_ROOM} 20000`],
  },
  "a window in a project that is below the ceiling": {
    global: model("context_window: 200000, max_tokens: 64000"),
    project: "models: { m: { context_window: 32000 } }",
    says: ["project warning model/output-exceeds-window 32000"],
  },
  "a ceiling above an inherited window": {
    global: `${model("context_window: 32000, max_tokens: 16000").slice(0, -2)}, n: { inherits: m, max_tokens: 64000 } }`,
    says: [`${NO_ROOM} 64000`],
  },
  "a ceiling of the parent, which a model does not inherit": {
    global: `${model("context_window: 200000, max_tokens: 64000").slice(0, -2)}, n: { inherits: m, context_window: 32000 } }`,
    says: [],
  },
  "a ceiling above a window without thousands": {
    global: model("context_window: 128, max_tokens: 4096"),
    says: [`${NO_ROOM} 128`],
  },
  "a window of zero below a ceiling": {
    global: model("context_window: 0, max_tokens: 4096"),
    says: ["global warning effect/zero 0"],
  },
  "a window that its user lowers below the catalog's ceiling": {
    global: "models: { known: { context_window: 32000 } }",
    catalog: {
      models: { known: { class: "full", max_tokens: 64000, context_window: 200000, provider: "p" } },
      providers: { p: {} },
    },
    says: [],
  },
  "a ceiling of all of the window": { global: model("context_window: 32768, max_tokens: 32768"), says: [] },
  "no ceiling": { global: model("context_window: 32768, max_tokens: null"), says: [] },
});
