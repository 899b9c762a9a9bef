/** What people check such files with today, installed into a temporary folder. Each gets the schema alone and knows no rule beyond it. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";

const VERSIONS = { "ajv-cli": "5.0.0", "ajv-formats": "2.1.1", "@sourcemeta/jsonschema": "16.11.0", v8r: "6.1.0" };

/** Commands that check a file, by the name and version of the tool; none where they cannot be had. */
export function installPeers(folder) {
  writeFileSync(join(folder, "package.json"), '{ "private": true }');
  const wanted = Object.entries(VERSIONS).map(([name, version]) => `${name}@${version}`);
  const args = ["install", "--silent", "--no-audit", "--no-fund", ...wanted];
  const { status } = spawnSync("npm", args, { cwd: folder, encoding: "utf8", shell: process.platform === "win32" });
  if (status !== 0) return {};
  const schema = resolve("schema/config.schema.json");
  const bin = (name) => join(folder, "node_modules/.bin", name);
  const ajv = ["validate", "--spec=draft2020", "--strict=false", "-c", "ajv-formats", "-s", schema];
  return {
    [`@sourcemeta/jsonschema ${VERSIONS["@sourcemeta/jsonschema"]} (C++)`]: (files) => ({
      ...{ args: [bin("jsonschema"), "validate", schema, ...files], output: /^/ },
    }),
    [`ajv-cli ${VERSIONS["ajv-cli"]}`]: (files) => ({
      ...{ args: [bin("ajv"), ...ajv, ...files.flatMap((file) => ["-d", file])], output: / valid/ },
    }),
    // It takes names in its working directory alone.
    [`v8r ${VERSIONS.v8r}`]: (files) => ({
      ...{ args: [bin("v8r"), "--schema", schema, ...files.map((file) => relative(folder, file))], output: /^/ },
      cwd: folder,
    }),
  };
}
