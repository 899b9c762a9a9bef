/** Numbers that people write as times, shares, or words for no limit. */
import { rows } from "./row.js";

const model = (more: string): string =>
  `providers: { p: { kind: { type: custom_beta_compatible }, url: https://p.example/v1 } }\nmodels: { m: { provider: p, class: full, context_window: 9000, ${more} } }`;
const remote = (more: string): string =>
  `mcp_servers: { s: { transport: http, url: https://s.example/mcp, default_timeout_seconds: ${more} } }`;

rows({
  "a time of a clock": {
    global: "daemon: { provider_stream_idle_timeout_secs: 1:30 }",
    says: ["global error schema/wrong-type 1:30"],
    mended: "daemon: { provider_stream_idle_timeout_secs: 90 }",
  },
  "a time of a clock with hours": {
    global: "daemon: { retry: { max_computed_delay_ms: 0:01:30 } }",
    says: ["global error schema/wrong-type 0:01:30"],
    mended: "daemon: { retry: { max_computed_delay_ms: 90000 } }",
  },
  "a time of no clock": {
    global: "daemon: { provider_stream_idle_timeout_secs: 1:75 }",
    says: ["global error schema/wrong-type 1:75"],
    mended: "same",
  },
  "thousandths of a share": {
    global: model("compaction_threshold: 800m"),
    says: ["global error schema/wrong-type 800m"],
    mended: model("compaction_threshold: 0.8"),
  },
  "a division for a share": {
    global: model("compaction_threshold: 4/5"),
    says: ["global error schema/wrong-type 4/5"],
    mended: model("compaction_threshold: 0.8"),
  },
  "a division by nothing": {
    global: model("compaction_threshold: 4/0"),
    says: ["global error schema/wrong-type 4/0"],
    mended: "same",
  },
  "more than the whole": {
    global: model("compaction_threshold: 120%"),
    says: ["global error schema/wrong-type 120%"],
    mended: "same",
  },
  "no limit in words": {
    global: "daemon: { goal_driver: { max_continuations_per_goal: unlimited } }",
    says: ["global error schema/wrong-type unlimited"],
    telling: /leave the key out for the default, or write a large number/,
  },
  "no limit as a number": {
    global: "daemon: { max_tool_turns: -1 }",
    says: ["global error schema/out-of-range -1"],
    telling: /leave the key out for the default, or write a large number/,
  },
  "another negative number": {
    global: "daemon: { max_tool_turns: -2 }",
    says: ["global error schema/out-of-range -2"],
    notTelling: /leave the key out/,
  },
  "no limit for a time that zero does not limit": {
    global: "daemon: { provider_stream_max_lifetime_secs: infinite }",
    says: ["global error schema/wrong-type infinite"],
    telling: /write `0`/,
  },
  "no retries in a word": {
    global: "daemon: { retry: { max_retries: none } }",
    says: ["global error schema/wrong-type none"],
    telling: /write `0`/,
  },
  "no limit for retries": {
    global: "daemon: { retry: { max_retries: -1 } }",
    says: ["global error schema/out-of-range -1"],
    notTelling: /write `0`/,
    telling: /a large number/,
  },
  "no limit where zero is rejected": {
    global: remote("never"),
    says: ["global error schema/wrong-type never"],
    telling: /leave the key out for no limit/,
  },
  "the default in a word": {
    global: remote("auto"),
    says: ["global error schema/wrong-type auto"],
    telling: /leave the key out for the default/,
  },
  "a window without a size": {
    global: model("max_output_tokens_per_turn: 100").replace("9000", "max"),
    says: ["global error schema/wrong-type max"],
    telling: /write the number of tokens/,
  },
  "a power of two": {
    global: model("max_tokens: 2^14"),
    says: ["global error schema/wrong-type 2^14"],
    mended: model("max_tokens: 16384"),
  },
  "a product": {
    global: model("max_tokens: 16 * 1024"),
    says: ["global error schema/wrong-type 16 * 1024"],
    mended: model("max_tokens: 16384"),
  },
  "a power that is too large": {
    global: model("max_tokens: 9^999"),
    says: ["global error schema/wrong-type 9^999"],
    mended: "same",
  },
});

/** Forms of a number, the number that they mean, and a text of it in the place of a key with a unit of time. */
const TIMES: readonly (readonly [string, number])[] = [
  ["1m30s", 90],
  ["PT1M30S", 90],
  ["2 min 5 sec", 125],
  ["1d", 86400],
  ["2hrs", 7200],
  ["thirty", 30],
  ["[30]", 30],
  ["{ seconds: 30 }", 30],
  ["{ minutes: 5 }", 300],
  ["{ value: 30 }", 30],
];
const COUNTS: readonly (readonly [string, number])[] = [
  ["8 thousand", 8000],
  ["one million", 1000000],
  ["8 thousand tokens", 8000],
  ["two hundred thousand", 200000],
  ["8000L", 8000],
  ["8000u32", 8000],
  ["[8000]", 8000],
  ["{ tokens: 8000 }", 8000],
];

const mended = (
  within: (value: string) => string,
  all: readonly (readonly [string, number])[],
): Parameters<typeof rows>[0] =>
  Object.fromEntries(
    all.map(([written, value]) => [
      written,
      {
        global: within(written),
        says: [`global error schema/wrong-type ${written}`],
        fixed: "same",
        mended: within(String(value)),
      },
    ]),
  );

rows(mended(remote, TIMES));
rows(mended((value) => model(`max_tokens: ${value}`), COUNTS));

rows({
  "a fraction of seconds": {
    global: remote("30.5"),
    says: ["global error schema/wrong-type 30.5"],
    telling: /write `30` or `31`/,
  },
  "a word that is no number": {
    global: remote("soon"),
    says: ["global error schema/wrong-type soon"],
    telling: /write a value such as `60`/,
  },
  "thousands with a point, in quotes": {
    global: model('max_tokens: "16.000"'),
    says: ["global error schema/wrong-type 16.000"],
    mended: model("max_tokens: 16000"),
  },
  "two numbers": {
    global: remote("[30, 60]"),
    says: ["global error schema/wrong-type [30, 60]"],
    mended: "same",
  },
  "a number with an unknown unit": {
    global: remote("30 fortnights"),
    says: ["global error schema/wrong-type 30 fortnights"],
    mended: "same",
  },
  "a share with the type of another language": {
    global: model("compaction_threshold: 0.8f"),
    says: ["global error schema/wrong-type 0.8f"],
    mended: model("compaction_threshold: 0.8"),
  },
});
