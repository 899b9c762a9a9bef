/** The bill of materials of the package (CycloneDX 1.5): what it installs, and what its command holds, from the lockfile. */

/** The packages in the bundled command; the first two are also what the library imports. */
export const BUNDLED = ["jsonc-parser", "yaml", "chalk", "commander", "ignore"];

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
  const components = BUNDLED.map((name) => componentOf(name, packages[`node_modules/${name}`]));
  const own = `pkg:npm/agentcfg@${version}`;
  const bill = {
    ...{ bomFormat: "CycloneDX", specVersion: "1.5", version: 1 },
    metadata: { component: { type: "application", "bom-ref": own, name: "agentcfg", version, purl: own } },
    components,
    dependencies: [{ ref: own, dependsOn: components.map(({ purl }) => purl) }],
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

function componentOf(name: string, locked: Locked | undefined) {
  if (locked === undefined) throw new Error(`${name} is not in the lockfile`);
  const [algorithm = "", digest = ""] = locked.integrity.split("-");
  const purl = `pkg:npm/${name}@${locked.version}`;
  return {
    ...{ type: "library", "bom-ref": purl, name, version: locked.version, purl },
    hashes: [{ alg: algorithm.replace("sha", "SHA-"), content: Buffer.from(digest, "base64").toString("hex") }],
    licenses: [{ license: { id: locked.license } }],
  };
}
