/** What ajv-cli 5 says about a file: its own program, run as a user would run it. */
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import type { ErrorObject } from "ajv";

export interface AjvMessage {
  readonly pointer: string;
  readonly keyword: string;
  readonly message: string;
}

const require = createRequire(import.meta.url);
const PROGRAM = require.resolve("ajv-cli/dist/index.js");

/**
 * `--strict=false` because the schema has keywords of its own. There is no flag for `discriminator` ("parameter
 * --discriminator is unknown"), so every variant of a union is tried and reported.
 */
export function runAjvCli(schemaFile: string, file: string): readonly AjvMessage[] {
  const options = ["--spec=draft2020", "--strict=false", "--all-errors", "--errors=json"];
  const run = spawnSync(process.execPath, [PROGRAM, "validate", ...options, "-s", schemaFile, "-d", file], {
    encoding: "utf8",
  });
  // Everything comes on stderr: remarks about the schema's own format (they are not about the file and do not count), then
  // "FILE invalid", then the errors.
  const errors = /^\[\n[\s\S]*^\]$/m.exec(run.stderr)?.[0];
  if (run.status !== 1 || errors === undefined) throw new Error(`ajv-cli ended with ${run.status}: ${run.stderr}`);
  return (JSON.parse(errors) as readonly ErrorObject[]).map(({ instancePath, keyword, message = "" }) => ({
    pointer: instancePath,
    keyword,
    message,
  }));
}
