/**
 * Compares names by what their words mean: `reply_limit` and `max_output_tokens` share both words. The table holds words that people and
 * tools use for the same thing; it knows no configuration.
 */
import { remembered } from "./once.js";
import { wordsOf } from "./suggest.js";

/** Each line is one meaning. Words of a line with `!` say nothing about a name by themselves, and those with `?` say less than others. */
const MEANINGS = `
max maximum maximal limit limits limited cap ceiling most highest upper budget !
output outputs answer response reply completion generation generated
context ctx input prompt
window length len span
token tokens toks
compaction shrink trim compact compacting compress compressed compression summarize summarise summary condense
threshold ratio fraction share percent percentage trigger at
vision image images picture pictures visual see multimodal
support supports supported accept accepts can has capable capability allows !
stop stops stopping
sequence sequences strings
provider providers supplier vendor backend upstream hosted !
model models llm !
server servers mcp !
tool tools
class tier category
edit edits editing
format formats
enabled enable enables active activate activated connect ?
disabled disable disables inactive hidden hide skip skipped ignored off deactivated muted
env environment environments variable variables var vars setenv envs
pass inherit inherits inherited keep copy forward forwarded passthrough propagate
arg args argument arguments argv flag flags option options param params parameter parameters
command cmd exec executable program binary
time timeout timeouts deadline ttl sec secs second seconds ms millis millisecond milliseconds minutes duration ?
block blocked deny denied forbid forbidden ban banned exclude excluded blacklist denylist blocklist disallow disallowed ignore
auth authentication authenticate authorization authorisation
key keys apikey credential credentials secret secrets password passwd passphrase pwd
url urls link address uri endpoint
log logs logging logger logged
level levels
stall stalled hang hung stuck
interval intervals period every frequency poll polling
watchdog heartbeat liveness
retry retries attempt attempts tries retrying
delay backoff wait pause sleep
base initial first start minimum min
cert certs certificate certificates ca cacert cacerts pem trust truststore trusted
store file files bundle path paths !
symlink symlinks links symbolic
catalog catalogue index
reminder reminders
continuation continuations continue
turn turns step steps iteration iterations round rounds
call calls
request requests
theme themes color colors colour colours scheme skin palette appearance
quit quitting exit exiting leave
confirm confirmation ask asks
screen fullscreen
script scripts rc startup
word words text texts
cache caching cached
strategy mode method policy approach !
load loading loaded lazy deferred defer
choice choose
batch parallel concurrent concurrency simultaneous
remote real actual official exact served
idle inactivity silence read
stderr error errors
type types kind kinds !
extra additional custom more !
header headers
channel track
check checks checking
update updates updater updating
crash crashes
report reports reporting
follow following
fetch fetching
plain cleartext insecure
http
https
redirect callback
scope scopes
session sessions
recover recovery reinit reinitialize reconnect renew
expired expiry expire
name names id identifier !
classifier judge
denial denials refusal refusals rejection rejections
rule rules guidance
size !
all everything whole
none nothing never nil
`;

/** Words that say nothing about a name. */
const EMPTY = new Set(
  "the a an of for from in to per my is are be by on and with via default defaults value values config configuration setting settings agent ai api app number count total num amount this user own should will auto automatic automatically preferred current use using set get".split(
    " ",
  ),
);

/** What a word of such a line counts. */
const WEIGHTS: Readonly<Record<string, number>> = { "!": 0.5, "?": 0.6 };

interface Weighted {
  readonly meaning: string;
  readonly weight: number;
}

const WORDS: ReadonlyMap<string, Weighted> = new Map(
  MEANINGS.trim()
    .split("\n")
    .flatMap((line) => {
      const words = line.split(" ");
      const weight = WEIGHTS[words.at(-1) ?? ""] ?? 1;
      return words
        .filter((word) => !(word in WEIGHTS))
        .map((word) => [word, { meaning: words[0] ?? "", weight }] as const);
    }),
);

/** The meanings of the words of a name, with the weight of each. */
export type Meaning = ReadonlyMap<string, number>;

/** Empty for a name whose words all say nothing. */
export const meaningOf: (name: string) => Meaning = remembered((name: string): Meaning => {
  const meanings = new Map<string, number>();
  for (const word of wordsOf(name)) {
    const known = WORDS.get(word);
    if (known !== undefined) meanings.set(known.meaning, known.weight);
    else if (!EMPTY.has(word)) meanings.set(word, 1);
  }
  return meanings;
});

/** A text that is the same for all names of the same meaning; undefined for a name whose words all say nothing. */
export function senseOf(name: string): string | undefined {
  const meaning = meaningOf(name);
  return meaning.size === 0 ? undefined : [...meaning.keys()].sort().join(" ");
}

/** Whether a name has a word that says something by itself. */
export function isTelling(name: string): boolean {
  return [...meaningOf(name).values()].some((weight) => weight > 0.5);
}

/** Whether the table has a meaning for each word of a name, so that the name is hardly misspelt. */
export function isOfKnownWords(name: string): boolean {
  const words = wordsOf(name);
  return words.length > 1 && words.every((word) => WORDS.has(word) || EMPTY.has(word));
}

/** How much of two meanings is common to both, from 0 to 1; 0 for names that share only words that say little. */
export function likeness(a: Meaning, b: Meaning): number {
  let common = 0;
  let tells = false;
  for (const [meaning, weight] of a) {
    if (!b.has(meaning)) continue;
    common += weight;
    tells ||= weight > 0.5;
  }
  if (!tells) return 0;
  const [own, other] = [a, b].map((meanings) => [...meanings.values()].reduce((sum, weight) => sum + weight, 0));
  return (2 * common) / ((own ?? 0) + (other ?? 0));
}

/** Below this, two names have too little in common. */
const LEAST = 0.55;

/** Names that are this much less like a name than the best of them are not suggested. */
const GAP = 0.15;

/** Things with a phrase that stands for each: its own name, or one of another tool. Found by each word of the phrase. */
export type Phrases<Thing> = ReadonlyMap<string, readonly Phrase<Thing>[]>;

export interface Phrase<Thing> {
  readonly thing: Thing;
  readonly meaning: Meaning;
}

export function phrases<Thing>(all: readonly Phrase<Thing>[]): Phrases<Thing> {
  const byWord = new Map<string, Phrase<Thing>[]>();
  for (const phrase of all) {
    for (const word of phrase.meaning.keys()) {
      const there = byWord.get(word);
      if (there === undefined) byWord.set(word, [phrase]);
      else there.push(phrase);
    }
  }
  return byWord;
}

/**
 * The things that a written name means, the most alike first: those with about the same words, or with all of its words and more. With
 * `least`, only those that are as like as that.
 */
export function similar<Thing>(written: string, things: Phrases<Thing>, least?: number): readonly Thing[] {
  const own = meaningOf(written);
  if (own.size === 0 || own.size > MOST_WORDS) return [];
  const best = new Map<Thing, number>();
  for (const word of own.keys()) {
    for (const { thing, meaning } of things.get(word) ?? []) {
      const alike = likeness(own, meaning);
      const isWhole = least === undefined && alike > 0 && [...own.keys()].every((one) => meaning.has(one));
      if ((alike >= (least ?? LEAST) || isWhole) && alike > (best.get(thing) ?? 0)) best.set(thing, alike);
    }
  }
  const first = Math.max(...best.values());
  return [...best]
    .filter(([, alike]) => alike >= first - GAP)
    .sort((a, b) => b[1] - a[1])
    .map(([thing]) => thing);
}

const MOST_WORDS = 8;
