/** A secret among the arguments of a server, as it stands there or as a reference: once the server runs, everybody can read it. */

import type { Span } from "../../diagnostic/diagnostic.js";
import type { Json } from "../../document/node.js";
import { namesCredential } from "../../redaction/credential.js";
import { scan } from "../../substitution/scan.js";
import { name, type Rule } from "../rule.js";
import { credentialsIn, isHarmless } from "./evident.js";

export const rule: Rule = {
  id: "secret/in-arguments",
  severity: "warning",
  summary: "a secret on the command line of a server",
  why: `The command line of a process is public on its machine: every user and every program can list it, and it ends up in logs and
crash reports. A reference such as \`\${NAME}\` does not help, because its value is put in before the server starts. Hand the secret
over in \`env\` or \`pass_env\`, which only the server itself can read.`,
  *check({ layers }) {
    for (const { scope, places } of layers) {
      for (const { path, value } of places) {
        const [section, server = "", field] = path;
        if (section !== "mcp_servers" || field !== "args" || path.length > 3 || !Array.isArray(value)) continue;
        for (const [index, argument] of value.entries()) {
          const within = secretIn(argument, value[index - 1]);
          if (within === undefined) continue;
          yield {
            at: { path: [...path, index], part: "value", layer: scope, ...(within === "all" ? {} : { within }) },
            message: `the command line of ${name(section, server)} holds a secret`,
            label: "for all to read",
            notes: ["every program on the machine can read the command line of a process, references resolved"],
            help: `pass it in ${name(section, server, "env")} or ${name(section, server, "pass_env")}`,
          };
        }
      }
    }
  },
  examples: {
    bad: [
      `
        mcp_servers:
          issues:
            transport: stdio
            command: npx
            args: [issues-mcp, --api-key, «"\${ISSUES_KEY}"», --verbose]
          database:
            transport: stdio
            command: database-mcp
            args:
              - --db-password=«correct-horse»
              - postgres://«app:\${DB_PASSWORD}»@db.corp.example/app
      `,
      {
        global: `
          mcp_servers:
            docs: { transport: stdio, command: npx, args: [mcp-remote, "https://docs.example.net/mcp"] }
        `,
        project: `
          {
            "mcp_servers": {
              "docs": { "args": ["mcp-remote", "https://docs.example.net/mcp", "--header", "Authorization: «Bearer \${DOCS}»"] },
              "forge": {
                "transport": "stdio",
                "command": "docker",
                // The variable's value goes onto the command line, too.
                "args": ["run", "-i", "--rm", "-e", "FORGE_TOKEN=«\${FORGE_TOKEN}»", "forge-mcp", "--as", "«\${BOT_TOKEN}»"],
              },
            },
          }
        `,
      },
    ],
    good: [
      `
        mcp_servers:
          issues:
            transport: stdio
            command: npx
            args: [issues-mcp, --token-file, ~/.tokens/issues, --max-tokens=4000, --tokenizer, fast, --api-key, --verbose]
            env: { ISSUES_KEY: "\${ISSUES_KEY}" }
          forge:
            transport: stdio
            command: docker
            args: [run, -i, --rm, -e, FORGE_TOKEN, forge-mcp]
            pass_env: [PATH, FORGE_TOKEN]
      `,
      {
        global: `
          mcp_servers:
            web: { transport: stdio, command: web-mcp }
        `,
        project: `
          mcp_servers:
            web: { args: ["https://www.example.com/?lang=en", "ssh://git@git.example.com/app", --private-key, ./key.pem, --root, "\${HOME}"] }
        `,
      },
    ],
  },
};

/** Where an argument holds a secret: in a part of it, the first of several, or all of it. */
function secretIn(argument: Json, before: Json | undefined): Span | "all" | undefined {
  if (typeof argument !== "string") return undefined;
  const flag = typeof before === "string" ? FLAG.exec(before)?.[1] : undefined;
  if (flag !== undefined && !argument.startsWith("-") && isSecret(flag, argument)) return "all";
  const [, key = "", value = ""] = JOINED.exec(argument) ?? [];
  if (isSecret(key, value)) return { start: argument.length - value.length, end: argument.length };
  return credentialsIn(argument)[0] ?? referenceIn(argument);
}

const FLAG = /^--?([A-Za-z][\w.-]*)$/;

/** `--token=X`, `-e TOKEN=X` and `--header "Authorization: X"`; not a URL whose scheme happens to be such a word. */
const JOINED = /^-{0,2}([A-Za-z][\w.-]*)(?:=|: *)(?!\/\/)(.+)$/s;

/** A `--key` alone may be anything. */
function isSecret(key: string, value: string): boolean {
  return key.toLowerCase() !== "key" && namesCredential(key) && !isHarmless(value);
}

/** A variable that evidently holds a secret; what is called `…_CREDENTIALS` is a file, more often than not. */
function referenceIn(argument: string): Span | undefined {
  for (const part of scan(argument).parts) {
    if (part.kind === "text" || part.kind === "command") continue;
    if (namesCredential(part.name) && !/credentials$/i.test(part.name)) return { start: part.start, end: part.end };
  }
  return undefined;
}
