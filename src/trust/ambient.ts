/** Variables that hold credentials on many machines, whatever project one works in. */
import { jsonAt, type Setting, settingAt } from "../configuration/setting.js";
import { mayNameCredential } from "../redaction/names.js";
import type { Path } from "../text/path.js";
import { destinationOf } from "./destination.js";
import { originOf } from "./origin.js";

/** What begins like this is for these hosts, and what is below them, or for a program or a host of one's own with such a word in its command line. */
interface Family {
  readonly variables: RegExp;
  readonly hosts: readonly string[];
  readonly words: RegExp;
}

const family = (variables: RegExp, words: RegExp, ...hosts: readonly string[]): Family => ({ variables, hosts, words });

const FAMILIES: readonly Family[] = [
  family(/^AWS_/, /aws|amazon|bedrock/, "amazonaws.com", "amazon.com"),
  family(/^(?:AZURE|ARM)_/, /azure|microsoft/, "azure.com", "windows.net", "microsoft.com"),
  family(
    /^(?:GOOGLE|GCP|GCLOUD|CLOUDSDK|GEMINI)_/,
    /google|gcp|gcloud|gemini|vertex|bigquery/,
    "googleapis.com",
    "google.com",
  ),
  family(/^(?:GITHUB|GH)_/, /github|\bgh\b/, "github.com", "githubcopilot.com"),
  family(/^(?:GITLAB|CI_JOB)_/, /gitlab/, "gitlab.com"),
  family(/^(?:NPM|NODE_AUTH)_/, /npm/, "npmjs.org", "npmjs.com"),
  family(/^(?:SSH|GPG|GNUPG)_/, /ssh|gpg|git/),
  family(/^(?:DOCKER|KUBE)/, /docker|kube|k8s|helm/, "docker.com", "docker.io"),
  family(/^VAULT_/, /vault/),
  family(/^OPENAI_/, /openai/, "openai.com"),
  family(/^ANTHROPIC_/, /anthropic|claude/, "anthropic.com"),
  family(/^OPENROUTER_/, /openrouter/, "openrouter.ai"),
  family(/^(?:HF|HUGGING_?FACE)_/, /hugging|\bhf\b/, "huggingface.co"),
  family(/^STRIPE_/, /stripe/, "stripe.com"),
  family(/^SLACK_/, /slack/, "slack.com"),
  family(/^(?:CLOUDFLARE|CF)_/, /cloudflare/, "cloudflare.com"),
  family(/^(?:PYPI|TWINE)_/, /pypi|twine/, "pypi.org"),
];

/**
 * Whether a variable is for something that an entry has nothing to do with: by its host, or where it has none, by its programs.
 * Undefined where the name of the variable tells nothing.
 */
export function isForSomethingElse(variable: string, settings: Setting, entry: Path): boolean | undefined {
  const known = opensSomething(variable) ? FAMILIES.find(({ variables }) => variables.test(variable)) : undefined;
  const whole = settingAt(settings, entry);
  if (known === undefined || whole === undefined) return undefined;
  const url = jsonAt(whole, ["url"]);
  // A product that one runs oneself has no host of its own.
  if (url !== undefined && known.hosts.length > 0) return !known.hosts.some((host) => isBelow(originOf(url), host));
  // Which vendor an entry of the catalog is, its name does not say.
  if (url === undefined && jsonAt(whole, ["kind"]) !== undefined) return undefined;
  // The program alone: whoever writes the entry also chooses its name, and what else stands there.
  const told = url === undefined ? destinationOf(settings, entry) : originOf(url);
  return !known.words.test((told ?? "").toLowerCase());
}

/** By its name: a key, or a file or a socket that leads to some. */
function opensSomething(variable: string): boolean {
  return mayNameCredential(variable) || /CREDENTIAL|AUTH_SOCK|KUBECONFIG|DOCKER_CONFIG|NETRC/.test(variable);
}

/** Names below those of vendors that anybody can have. */
const TENANTS =
  /(?:execute-api|lambda-url|elb|s3)[.-]|^(?:script|sites|storage)\.google|\.(?:cloudapp|azurewebsites|blob|file|web|vault)\./;

/** Anybody can call a server or its host like another one; nobody else has what is below that one's domain. */
function isBelow(origin: string | undefined, host: string): boolean {
  const { hostname } = new URL(origin ?? "https://unknown.invalid");
  return !TENANTS.test(hostname) && (hostname === host || hostname.endsWith(`.${host}`));
}
