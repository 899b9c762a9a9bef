/** The bill of materials of the package (CycloneDX 1.5): it installs nothing, and holds these packages, from the lockfile. */

/** The packages in what is shipped, and where of each there is only a part. */
const BUNDLED_IN = {
  "jsonc-parser":
    "Bundled, without what formats and edits; that of the library is in dist/toolkit/read/document/json/bundled.js.",
  yaml: "Bundled; of the library, without what writes, in dist/toolkit/read/document/yaml/bundled.js.",
  "toml-eslint-parser": "Bundled; of the library in dist/toolkit/read/document/toml/bundled.js.",
  "eslint-visitor-keys": "Bundled with toml-eslint-parser.",
  chalk: "Bundled into the command.",
  commander: "Bundled into the command.",
  ignore: "Bundled into the command.",
  "@modelcontextprotocol/client": "Bundled in dist/programs/agent/mcp.cjs, without its validator of schemas.",
  "@modelcontextprotocol/core": "Bundled with @modelcontextprotocol/client.",
  "eventsource-parser": "Bundled with @modelcontextprotocol/client.",
  "pkce-challenge": "Bundled with @modelcontextprotocol/client.",
  zod: "Bundled with @modelcontextprotocol/client.",
  "vscode-jsonrpc": "Bundled in dist/programs/agentcfg.",
  "vscode-languageserver-textdocument": "Bundled in dist/programs/agentcfg.",
};

export const BUNDLED = Object.keys(BUNDLED_IN);

interface Locked {
  readonly version: string;
  readonly integrity: string;
  readonly license: string;
}

export function generateMaterials(lockfile: string): string {
  const { version, packages } = JSON.parse(lockfile) as {
    readonly version: string;
    readonly packages: Readonly<Record<string, Locked>>;
  };
  const components = Object.entries(BUNDLED_IN).map(([name, notes]) =>
    componentOf(name, notes, packages[`node_modules/${name}`]),
  );
  const own = `pkg:npm/agentcfg@${version}`;
  const bill = {
    ...{ bomFormat: "CycloneDX", specVersion: "1.5", version: 1 },
    metadata: { component: { type: "application", "bom-ref": own, name: "agentcfg", version, purl: own } },
    components,
    dependencies: [{ ref: own, dependsOn: components.map(({ purl }) => purl) }],
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

function componentOf(name: string, notes: string, locked: Locked | undefined) {
  if (locked === undefined) throw new Error(`${name} is not in the lockfile`);
  const [algorithm = "", digest = ""] = locked.integrity.split("-");
  const purl = `pkg:npm/${name}@${locked.version}`;
  return {
    ...{ type: "library", "bom-ref": purl, name, version: locked.version, purl },
    hashes: [{ alg: algorithm.replace("sha", "SHA-"), content: Buffer.from(digest, "base64").toString("hex") }],
    licenses: [{ license: { id: locked.license } }],
    pedigree: { notes },
  };
}
