/**
 * A secret that stands in the file itself. Each layer is looked at by itself: what another layer overrides can still be read.
 * Left to others, for one mistake is one message: the arguments of a server (`secret/in-arguments`), and a user in a `url` or
 * `uri`, where there must be none.
 */

import type { Span } from "../../diagnostic/diagnostic.js";
import { isObject } from "../../document/node.js";
import { namesCredential } from "../../redaction/credential.js";
import { literalOf } from "../../substitution/scan.js";
import type { Path } from "../../text/path.js";
import { credentialSpans, quote } from "../../text/printable.js";
import { name, type Report, type Rule, type View } from "../rule.js";
import { isLoopback, readUrl } from "../url.js";
import { credentialsIn, isHarmless, isUserAt } from "./evident.js";

export const rule: Rule = {
  id: "secret/literal",
  severity: "warning",
  summary: "a secret written out in the file (an error in a project)",
  why: `Whoever gets the file has the secret, be it through a backup, a shared screen or a dotfiles repository; a project's file
goes to everybody who ever clones it, older versions included. Write \`\${NAME}\` and set the variable where the agent starts, or
let \`$(command)\` in the global config ask a password manager. A secret that was committed is none any more: replace it.`,
  *check(view) {
    for (const { scope, places } of view.layers) {
      for (const { path, value: text, isSecret } of places.flatMap((place) => textsIn(place))) {
        if (isLeftToOthers(path)) continue;
        const isWhole = isSecret && literalOf(text) !== undefined && text.trim() !== "" && isSecretAt(path, text, view);
        // The first is enough: whoever mends it sees the others.
        const within = isWhole ? undefined : credentialsIn(text).find((span) => isWrittenOut(text, span, path));
        if (!isWhole && within === undefined) continue;
        const variable = isWhole ? reference(path) : quote("${NAME}");
        yield {
          ...(scope === "project" ? inProject(variable) : inGlobal(variable)),
          at: { path, part: "value", layer: scope, ...(within === undefined ? {} : { within }) },
          message: `${name(...path)} holds a secret in clear text`,
          label: "written out",
        };
      }
    }
  },
  examples: {
    bad: [
      `
        providers:
          acme:
            kind: { type: custom_beta_compatible }
            url: https://api.acme.example/v1
            auth: { type: static_key, key: «correct-horse-battery» }
            headers: { X-Team: platform, X-Api-Key: «"correct horse"» }
        mcp_servers:
          docs:
            transport: http
            url: https://docs.example.net/mcp
            auth: { type: authorization-header, value: «Bearer correct-horse» }
          issues:
            transport: http
            url: https://issues.example.com/mcp
            auth: { type: oauth, registration: { type: pre-registered, client_id: me, client_secret: «changeme» } }
      `,
      // Overridden, and still in the file.
      {
        global: `
          integrations:
            search:
              providers:
                search_a: { enabled: true, key: «0123456789abcdef» }
        `,
        project: `
          {
            "integrations": { "search": { "providers": { "search_a": { "key": "\${SEARCH_A_KEY}" } } } },
            "mcp_servers": {
              "issues": {
                "transport": "stdio",
                "command": "issues-mcp",
                "env": { "ISSUES_TOKEN": «"correct-horse"», "TOKEN_LIMIT": "4000" },
              },
            },
          }
        `,
      },
      // Inside other text.
      `
        daemon:
          web:
            https_proxy: http://«me:correct-horse»@proxy.corp.example:3128
        mcp_servers:
          database:
            transport: stdio
            command: database-mcp
            env:
              DATABASE_URL: postgres://«app:correct-horse»@db.corp.example/app
              NOTE: the old key was «sk-0123456789-example»
          maps:
            transport: http
            url: https://maps.example.net/mcp?lang=en&api_key=«0123456789abcdef»
        plugins:
          chat: { rooms: [general, { hook: "https://chat.example.net/hook?token=«correct-horse»" }] }
      `,
    ],
    good: [
      `
        providers:
          acme:
            kind: { type: custom_beta_compatible }
            url: https://api.acme.example/v1
            auth: { type: static_key, key: "\${ACME_KEY}" }
            headers: { X-Team: platform, Idempotency-Key: per-request }
        mcp_servers:
          docs:
            transport: http
            url: https://docs.example.net/mcp?version=2&lang=en
            headers: { Authorization: "Bearer \${DOCS_TOKEN}" }
          database:
            transport: stdio
            command: database-mcp
            env:
              KEYBOARD: qwerty
              MAX_TOKENS: "4000"
              TOKENIZER: fast
              USE_TOKEN: "true"
              GOOGLE_APPLICATION_CREDENTIALS: ~/.config/gcloud/key.json
              DATABASE_URL: postgres://app:\${DB_PASSWORD}@db.corp.example/app
              MIRROR: ssh://git@git.corp.example/app
        daemon:
          web: { https_proxy: "http://me@proxy.corp.example:3128" }
        permissions:
          secret_words: [correct-horse]
      `,
      // Servers on this machine ask for any key at all.
      {
        global: `
          providers:
            den:
              kind: { type: custom_beta_compatible }
              url: http://127.0.0.1:8080/v1
              auth: { type: static_key, key: none }
        `,
        project: `
          {
            "mcp_servers": {
              "database": {
                "transport": "stdio",
                "command": "database-mcp",
                "env": { "DATABASE_URL": "postgres://postgres:postgres@localhost:5432/test" }
              }
            }
          }
        `,
      },
    ],
  },
};

interface Text {
  readonly path: Path;
  readonly value: string;
  /** Whether the schema says that such a value is secret. */
  readonly isSecret: boolean;
}

type Place = View["places"][number];

/** The text of a place; of a list that the schema does not look into, all texts. What does not fit has been reported. */
function textsIn({ path, value, shape }: Place, inside = false): readonly Text[] {
  const { types, schema } = shape;
  if (typeof value === "string" && (types === undefined || types.has("string")))
    return [{ path, value, isSecret: schema["x-secret"] === true }];
  if (types !== undefined) return [];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => textsIn({ path: [...path, index], value: item, shape }, true));
  }
  // What is in any other object is a place of its own.
  if (!inside || !isObject(value)) return [];
  return Object.entries(value).flatMap(([key, child]) => textsIn({ path: [...path, key], value: child, shape }, true));
}

function isLeftToOthers([section, entry, field]: Path): boolean {
  return (section === "mcp_servers" && field === "args") || (section === "permissions" && entry === "secret_words");
}

/** Whether a text without substitutions is a secret, at a place that may hold one. */
function isSecretAt(path: Path, text: string, view: View): boolean {
  const [section, entry = ""] = path;
  const parent = path.at(-2);
  if (parent === "headers" || parent === "env") return namesCredential(String(path.at(-1))) && !isHarmless(text);
  if (section !== "providers") return true;
  const url = readUrl(view.text([section, entry, "url"]));
  const isAnyKey = url !== undefined && isLoopback(url) && text.length < 20 && credentialSpans(text).length === 0;
  return !isAnyKey;
}

/** Whether a credential inside a text stands there itself, and somewhere else than in the address of this machine. */
function isWrittenOut(text: string, { start, end }: Span, path: Path): boolean {
  if (/\$[({]|(?:^|:)\$\w+$/.test(text.slice(start, end))) return false;
  if (!isUserAt(text, start)) return true;
  const [, host = ""] = /^@([^/?#\s"']+)/.exec(text.slice(end, end + 300)) ?? [];
  const key = path.at(-1);
  return key !== "url" && key !== "uri" && !(URL.canParse(`http://${host}`) && isLoopback(new URL(`http://${host}`)));
}

/** The variable to write instead; a variable of a server most likely has the same name outside. */
function reference(path: Path): string {
  const key = String(path.at(-1));
  return quote(path.at(-2) === "env" && /^[A-Za-z_]\w*$/.test(key) ? `\${${key}}` : "${NAME}");
}

function inGlobal(variable: string): Pick<Report, "help"> {
  return { help: `write ${variable} and set that variable, or \`$(command)\` to ask a password manager` };
}

function inProject(variable: string): Pick<Report, "severity" | "notes" | "help"> {
  return {
    severity: "error",
    notes: ["whoever gets the project gets the secret, older versions of the file included"],
    help: `write ${variable}, let everybody set that variable, and replace a secret that was committed`,
  };
}
