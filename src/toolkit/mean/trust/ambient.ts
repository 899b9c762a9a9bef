/** Variables that hold credentials on many machines, in any project. */
import type { Path } from "../../../text/path.js";
import { jsonAt, type Setting, settingAt } from "../configuration/setting.js";
import { originsNamed, programWords } from "./destination.js";
import { originOf } from "./origin.js";
import { opensSomething } from "./variables.js";

/**
 * Variables with a prefix belong to these hosts, or to a program or a self-hosted server with such a word in its name. Customers can have
 * names below a vendor's domain, so the hosts are only the vendor's own (S44).
 */
interface Family {
  readonly variables: RegExp;
  readonly words: RegExp;
  /** Undefined for a self-hosted product, which has no fixed host. */
  readonly hosts: RegExp | undefined;
}

const family = (variables: RegExp, words: RegExp, hosts?: RegExp): Family => ({ variables, words, hosts });

const FAMILIES: readonly Family[] = [
  family(
    /^AWS_/,
    /aws|amazon|bedrock/,
    /^(?:sts|(?:sts|bedrock|bedrock-runtime|bedrock-agent-runtime)\.[a-z]{2}-[a-z-]+-\d)\.amazonaws\.com$/,
  ),
  // The resource's owner chooses its name, but the vendor runs the host and sees the key.
  family(/^AZURE_OPENAI_/, /azure|microsoft|openai/, /^[\w-]+\.openai\.azure\.com$/),
  family(
    /^(?:AZURE|ARM)_/,
    /azure|microsoft/,
    /^(?:management\.azure\.com|login\.microsoftonline\.com|graph\.microsoft\.com)$/,
  ),
  family(
    /^(?:GOOGLE|GCP|GCLOUD|CLOUDSDK|GEMINI)_/,
    /google|gcp|gcloud|gemini|vertex|bigquery/,
    /^(?:generativelanguage|(?:[a-z0-9-]+-)?aiplatform|bigquery|oauth2|www)\.googleapis\.com$/,
  ),
  family(
    /^(?:GITHUB|GH)_/,
    /github|\bgh\b/,
    /^(?:(?:api\.)?github\.com|api(?:\.[a-z]+)?\.githubcopilot\.com|models\.github\.ai)$/,
  ),
  family(/^(?:GITLAB|CI_JOB)_/, /gitlab/, /^gitlab\.com$/),
  family(/^(?:NPM|NODE_AUTH)_/, /npm/, /^registry\.npmjs\.org$/),
  family(/^(?:SSH|GPG|GNUPG)_/, /ssh|gpg|git/),
  family(/^(?:DOCKER|KUBE)/, /docker|kube|k8s|helm/, /^(?:hub\.docker\.com|(?:auth|registry-1)\.docker\.io)$/),
  family(/^VAULT_/, /vault/),
  family(/^OPENAI_/, /openai/, /^(?:[a-z]{2}\.)?api\.openai\.com$/),
  family(/^ANTHROPIC_/, /anthropic|claude/, /^api\.anthropic\.com$/),
  family(/^OPENROUTER_/, /openrouter/, /^openrouter\.ai$/),
  family(/^(?:HF|HUGGING_?FACE)_/, /hugging|\bhf\b/, /^(?:router\.)?huggingface\.co$/),
  family(/^STRIPE_/, /stripe/, /^(?:api|mcp)\.stripe\.com$/),
  family(/^SLACK_/, /slack/, /^(?:mcp\.)?slack\.com$/),
  family(/^(?:CLOUDFLARE|CF)_/, /cloudflare/, /^(?:api|[a-z]+\.mcp)\.cloudflare\.com$/),
  family(/^(?:PYPI|TWINE)_/, /pypi|twine/, /^(?:upload\.)?pypi\.org$/),
];

/**
 * Whether a variable belongs to a service unrelated to an entry: by the entry's hosts, or without any, by its program. Undefined if the
 * name of the variable gives no hint.
 */
export function isForSomethingElse(variable: string, settings: Setting, entry: Path): boolean | undefined {
  const known = opensSomething(variable) ? FAMILIES.find(({ variables }) => variables.test(variable)) : undefined;
  const whole = settingAt(settings, entry);
  if (known === undefined || whole === undefined) return undefined;
  const url = jsonAt(whole, ["url"]);
  // The name of a catalog entry does not show its vendor.
  if (url === undefined && jsonAt(whole, ["kind"]) !== undefined) return undefined;
  const origins = url === undefined ? originsNamed(settings, entry) : [originOf(url)];
  const { hosts, words } = known;
  if (hosts !== undefined && !origins.every((origin) => hosts.test(hostOf(origin)))) return true;
  if (url !== undefined) return hosts === undefined && !words.test(hostOf(origins[0]));
  // Only the program counts: the author of the entry chooses its name and its other keys freely.
  return !words.test(programWords(settings, entry, variable));
}

function hostOf(origin: string | undefined): string {
  return origin === undefined ? "" : new URL(origin).hostname;
}
