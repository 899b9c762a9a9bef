/** The archive of the extension: what it holds, and what its manifest says of it. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { packed, unpacked } from "./vsix.js";

const directory = unpacked();
const text = (name: string): string => readFileSync(join(directory, name), "utf8");
const manifest = JSON.parse(text("extension/package.json"));
const own = JSON.parse(readFileSync("package.json", "utf8"));

const FILES = [
  "[Content_Types].xml",
  "extension.vsixmanifest",
  ...["LICENSE.txt", "README.md", "THIRD-PARTY-LICENSES.txt", "extension.cjs", "icon.png", "package.json"].map(
    (name) => `extension/${name}`,
  ),
];

test("it holds these files and no other", () => {
  const held = readdirSync(directory, { recursive: true, encoding: "utf8" }).filter((name) =>
    statSync(join(directory, name)).isFile(),
  );
  expect(held.toSorted()).toEqual(FILES.toSorted());
});

test("every file has a media type, and every asset is a file", () => {
  const types = [...text("[Content_Types].xml").matchAll(/Extension="\.(\w+)"/g)].map(([, ending]) => ending);
  for (const name of FILES.slice(1)) expect(types).toContain(name.split(".").at(-1));
  const assets = [...text("extension.vsixmanifest").matchAll(/<Asset Type="([\w.]+)" Path="([\w./-]+)"/g)];
  expect(assets.map(([, type]) => type)).toContain("Microsoft.VisualStudio.Code.Manifest");
  for (const [, , path = ""] of assets) expect(FILES).toContain(path);
});

test("its names, version and engine are those of the manifest, and its version that of the package", () => {
  const { name, publisher, version, engines } = manifest;
  const identity = /<Identity Language="en-US" Id="([^"]*)" Version="([^"]*)" Publisher="([^"]*)"\/>/;
  expect(identity.exec(text("extension.vsixmanifest"))?.slice(1)).toEqual([name, version, publisher]);
  expect(text("extension.vsixmanifest")).toContain(`Id="Microsoft.VisualStudio.Code.Engine" Value="${engines.vscode}"`);
  expect(version).toBe(own.version);
  expect(engines.vscode).toBe(`^${own.devDependencies["@types/vscode"]}`);
});

test("the program of the manifest is there, and so are its icon and the languages that start it", () => {
  expect(existsSync(join(directory, "extension", manifest.main))).toBe(true);
  const icon = readFileSync(join(directory, "extension", manifest.icon));
  expect([icon.subarray(1, 4).toString(), icon.readUInt32BE(16), icon.readUInt32BE(20)]).toEqual(["PNG", 128, 128]);
  expect(manifest.activationEvents).toEqual(["onLanguage:yaml", "onLanguage:json", "onLanguage:jsonc"]);
});

test("no setting is one that a workspace can set, and none of its events comes without trust", () => {
  const { configuration, ...others } = manifest.contributes;
  expect(Object.keys(others)).toEqual(["commands"]);
  const settings: readonly [string, { readonly scope: string }][] = Object.entries(configuration.properties);
  expect(settings.map(([, { scope }]) => scope)).toEqual(settings.map(() => "machine"));
  expect(manifest.capabilities.untrustedWorkspaces).toMatchObject({
    supported: false,
    restrictedConfigurations: settings.map(([name]) => name),
  });
  expect(manifest.capabilities.virtualWorkspaces.supported).toBe(false);
});

test("its page names every setting and command", () => {
  const page = readFileSync("editors/vscode/README.md", "utf8");
  const { commands, configuration } = manifest.contributes;
  for (const name of Object.keys(configuration.properties)) expect(page).toContain(`| \`${name}\` |`);
  for (const { category, title } of commands) expect(page).toContain(`*${category}: ${title}*`);
});

test("it comes with the licences of the packages in the bundle", () => {
  const notices = text("extension/THIRD-PARTY-LICENSES.txt");
  const named = [...notices.matchAll(/^-{72}\n(.+)\n/gm)].map(([, name]) => name);
  expect(named).toEqual(expect.arrayContaining(["vscode-languageclient", "vscode-jsonrpc", "semver", "minimatch"]));
  expect(notices.match(/copyright/gi)?.length).toBeGreaterThanOrEqual(named.length);
});

test("the same sources make the same bytes", () => {
  const digest = (): string => createHash("sha256").update(readFileSync(packed())).digest("hex");
  expect(digest()).toBe(digest());
});

test("the package of npm holds nothing of it", () => {
  expect(own.files.filter((name: string) => name.startsWith("editors"))).toEqual([]);
  expect(own.dependencies).toBeUndefined();
});
