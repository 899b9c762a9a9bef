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
});
