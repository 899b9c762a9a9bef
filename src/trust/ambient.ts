/** Variables that hold credentials on many machines, whatever project one works in. */
import { type Setting, settingAt } from "../configuration/setting.js";
import { jsonOf } from "../schema/place.js";
import type { Path } from "../text/path.js";

/** How their names begin, each with the words of what they are for. */
const FAMILIES: readonly (readonly [prefix: RegExp, meant: RegExp])[] = [
  [/^AWS_/, /aws|amazon|bedrock/],
  [/^(?:AZURE|ARM)_/, /azure|microsoft/],
  [/^(?:GOOGLE|GCP|GCLOUD|CLOUDSDK|GEMINI)_/, /google|gcp|gcloud|gemini|vertex|bigquery/],
  [/^(?:GITHUB|GH)_/, /github|\bgh\b/],
  [/^(?:GITLAB|CI_JOB)_/, /gitlab/],
  [/^(?:NPM|NODE_AUTH)_/, /npm/],
  [/^(?:SSH|GPG|GNUPG)_/, /ssh|gpg|git/],
  [/^(?:DOCKER|KUBE)/, /docker|kube|k8s|helm/],
  [/^VAULT_/, /vault/],
  [/^OPENAI_/, /openai/],
  [/^ANTHROPIC_/, /anthropic|claude/],
  [/^OPENROUTER_/, /openrouter/],
  [/^(?:HF|HUGGING)_?/, /hugging|\bhf\b/],
  [/^STRIPE_/, /stripe/],
  [/^SLACK_/, /slack/],
  [/^(?:CLOUDFLARE|CF)_/, /cloudflare/],
  [/^(?:PYPI|TWINE)_/, /pypi|twine/],
];

/** Whether a variable is for something that an entry has nothing to do with, by its names, programs and addresses. */
export function isForSomethingElse(variable: string, settings: Setting, entry: Path): boolean {
  const family = FAMILIES.find(([prefix]) => prefix.test(variable));
  const whole = settingAt(settings, entry);
  if (family === undefined || whole === undefined) return false;
  const [, meant] = family;
  return !meant.test(JSON.stringify([entry, namesIn(whole)]).toLowerCase());
}

/** What an entry says of itself: its command and arguments, its address, its kind. */
function namesIn(entry: Setting): unknown {
  const told = ["command", "args", "url", "kind"].flatMap((key) => settingAt(entry, [key]) ?? []);
  // The name of the variable itself tells nothing.
  return told.map((setting) => JSON.stringify(jsonOf(setting)).replace(/\$\{[^}]*\}/g, ""));
}
