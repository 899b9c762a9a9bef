/** The files that an editor is asked to watch: those that decide what is found, wherever they are. */
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { home, machineAt, POLICY, served, uriIn } from "./server.js";
import { GLOBAL } from "./texts.js";

interface Registered {
  readonly registerOptions: { readonly watchers: readonly { readonly globPattern: unknown }[] };
}

const NAMES = "{config,permissions}.{yaml,yml,json,jsonc}";

/** What is registered, and the patterns of files; a pattern in a directory is an address. */
async function watched(directory: string, capability: object, initializationOptions = {}): Promise<readonly string[]> {
  const client = served(machineAt(directory));
  const workspace = { didChangeWatchedFiles: { dynamicRegistration: true, ...capability } };
  await client.initialize({ capabilities: { workspace }, initializationOptions });
  await client.until(() => client.received.some(({ method }) => method === "client/registerCapability"));
  const { params } = client.received.find(({ method }) => method === "client/registerCapability") ?? {};
  const { registrations } = params as { registrations: readonly Registered[] };
  return (registrations[0]?.registerOptions.watchers ?? []).map(({ globPattern }) => {
    if (typeof globPattern === "string") return globPattern;
    const { baseUri, pattern } = globPattern as { baseUri: string; pattern: string };
    return `${baseUri}/${pattern}`;
  });
}

test("the projects alone, where an editor takes no directories", async () => {
  expect(await watched(home({}), {})).toEqual([`**/.agent/${NAMES}`]);
});

test("the user's own files, and those that the options name", async () => {
  const directory = home({ [GLOBAL]: "version: 3\n" });
  const options = { global: join(directory, "mine.yaml"), catalog: join(directory, "known/catalog.json") };
  const usual = [
    `**/.agent/${NAMES}`,
    uriIn(directory, join(dirname(GLOBAL), NAMES))
      .replaceAll("%7B", "{")
      .replaceAll("%7D", "}"),
    uriIn(directory, ".config/agentcfg/lint.yaml"),
    uriIn(directory, ".local/state/agent/trusted.json"),
    uriIn(directory, POLICY),
  ];
  const can = { relativePatternSupport: true };
  expect(await watched(directory, can)).toEqual(usual);
  expect(await watched(directory, can, options)).toEqual([
    ...usual,
    uriIn(directory, "mine.yaml"),
    uriIn(directory, "known/catalog.json"),
  ]);
  expect(await watched(directory, can, { global: false })).toEqual(usual);
});
