/** A canary that looks like a secret, or stands where one belongs, is in the output of no command. */
import { inspect } from "node:util";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { type Files, machine } from "../machine/machine.js";
import { GLOBAL, PROJECT, projectFile } from "../machine/names.js";

const CANARY = "sk-CANARY-0123456789";

const PLACES = {
  version: 2,
  defaults: { full: `acme/${CANARY}`, fulll: CANARY },
  providers: {
    acme: {
      kind: { type: "custom_beta_compatible", nmae: CANARY },
      url: "https://CANARY:CANARY@acme.example/v1?token=CANARY",
      auth: { type: "static_key", key: "CANARY horse", kee: "CANARY" },
      headers: { "X-Api-Key": "CANARY", "X-Team": CANARY, [`Authorization: ${CANARY}`]: "" },
    },
    [CANARY]: { kind: { type: "catalog", name: "a" } },
  },
  models: {
    "acme/m": { provider: "acme", provider_name: CANARY, class: CANARY, context_window: 5000, tokne: "CANARY" },
  },
  permissions: { secret_words: ["CANARY word"], secret_word: ["CANARY"] },
  mcp_servers: {
    f: {
      transport: "stdio",
      command: "run --password=CANARY $(get --token CANARY)",
      args: ["--token", "CANARY", "-p", "CANARY1", "-u", "me:CANARY", "Authorization: token CANARY", "A_TOKEN=CANARY"],
      env: { API_TOKEN: "${T:-CANARY}", DATABASE_URL: "postgres://app:CANARY@db.example/app" },
    },
  },
  facets: { review: { source: `${CANARY}.md` } },
  plugins: {
    a: { text: "a CANARY word", token: "CANARY", list: [{ password: "CANARY" }], deep: { secrets: { db: "CANARY" } } },
  },
  unknown: { token: ["CANARY", { a: CANARY }] },
};

const yaml = `${stringify(PLACES)}# api_key: CANARY\n`;
const json = JSON.stringify(PLACES, null, 2);
const escaped = json.replaceAll("CANARY", "\\u0043ANARY");

const CONFIGURATIONS: Readonly<Record<string, Files>> = {
  "in YAML": { [GLOBAL]: yaml },
  "in JSON": { [projectFile("json")]: json },
  "in escapes": { [projectFile("json")]: escaped },
  "in both layers": { [GLOBAL]: yaml, [PROJECT]: yaml },
  "cut off": {
    [GLOBAL]: yaml.slice(0, -30).replace("headers:", "headers: ["),
    [projectFile("json")]: json.slice(0, -9),
  },
};

const COMMANDS = [
  ...[["lint"], ["lint", "--format", "json"], ["lint", "--format", "concise"], ["lint", "--diff", "--unsafe-fixes"]],
  ...[["show"], ["show", "--format", "json", "--origin", "--defaults"], ["show", "--origin"]],
  ...[
    ["show", "--layer", "global"],
    ["show", "--layer", "project"],
    ["get", ""],
    ["get", "providers.acme"],
  ],
  ...[
    ["explain", "providers"],
    ["explain", "providers.acme.url"],
    ["explain", "mcp_servers.f.args", "--format", "json"],
  ],
  ...[["models"], ["models", "--format", "json"], ["models", "--origin"], ["plan"], ["plan", "--format", "json"]],
  ...["text", "markdown", "json"].map((format) => ["review", "--format", format]),
  ...[["upgrade", "--diff"], ["upgrade"], ["set", "daemon.log_level", "inof"]],
];

test.each(Object.entries(CONFIGURATIONS))("%s", async (_, files) => {
  const place = machine(files);
  for (const args of COMMANDS) {
    const { stdout, stderr } = await place.run(args);
    // Secret words of a project hide nothing of it from a user who is to vouch for it (S45).
    const isOwnWord = args[0] === "review" && files[GLOBAL] === undefined;
    const shown = (stdout + stderr).replaceAll(isOwnWord ? "a CANARY word" : "\0", "");
    expect([args, shown.match(/.*CANARY.*/g)]).toEqual([args, null]);
  }
  const result = await place.load();
  expect(JSON.stringify(result)).not.toContain("CANARY");
  expect(inspect(result, { depth: 20 })).not.toContain("CANARY");
});
