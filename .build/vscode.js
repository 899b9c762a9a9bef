/**
 * Writes the extension of VS Code, `editors/vscode/agentcfg-VERSION.vsix` or the file that is named: its manifest, its bundle, its page, its
 * icon and the licences of the packages in the bundle. VS Code installs it without an account.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";
import { zip } from "./zip.js";

const PLACE = "editors/vscode";

const manifest = JSON.parse(readFileSync(`${PLACE}/package.json`, "utf8"));

/** The extension as one file, and the directories of the packages in it. */
async function bundled() {
  const { outputFiles, metafile } = await build({
    ...{ entryPoints: [`${PLACE}/extension.ts`], outfile: `${PLACE}/extension.cjs`, write: false, metafile: true },
    ...{ bundle: true, platform: "node", format: "cjs", target: "node20", external: ["vscode"], minify: true },
    ...{ legalComments: "none", logLevel: "warning" },
  });
  const [{ contents }] = outputFiles;
  const packages = Object.keys(metafile.inputs).map((file) => /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]);
  return { contents, packages: [...new Set(packages.filter((directory) => directory !== undefined))].toSorted() };
}

/** The licence of each package in the bundle. */
function notices(packages) {
  const line = "-".repeat(72);
  const texts = packages.map((directory) => {
    const { name } = JSON.parse(readFileSync(`${directory}/package.json`, "utf8"));
    const file = readdirSync(directory).find((one) => /^licen[cs]e/i.test(one));
    return `${line}\n${name}\n\n${readFileSync(`${directory}/${file}`, "utf8").replaceAll("\r", "").trim()}\n`;
  });
  return `extension.cjs holds parts of these packages.\n\n${texts.join("\n")}`;
}

const escaped = (text) => text.replace(/[&<>"]/g, (one) => `&#${one.codePointAt(0)};`);

/** The list of an archive's contents that VS Code reads before it installs it. */
function vsixManifest() {
  const { name, publisher, version, displayName, description, keywords, categories, engines } = manifest;
  const assets = [
    ["Microsoft.VisualStudio.Code.Manifest", "package.json"],
    ["Microsoft.VisualStudio.Services.Content.Details", "README.md"],
    ["Microsoft.VisualStudio.Services.Content.License", "LICENSE.txt"],
    ["Microsoft.VisualStudio.Services.Icons.Default", "icon.png"],
  ];
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${escaped(name)}" Version="${escaped(version)}" Publisher="${escaped(publisher)}"/>
    <DisplayName>${escaped(displayName)}</DisplayName>
    <Description xml:space="preserve">${escaped(description)}</Description>
    <Tags>${escaped(keywords.join())}</Tags>
    <Categories>${escaped(categories.join())}</Categories>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="${escaped(engines.vscode)}"/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
    </Properties>
    <License>extension/LICENSE.txt</License>
    <Icon>extension/icon.png</Icon>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code"/>
  </Installation>
  <Dependencies/>
  <Assets>
${assets.map(([type, file]) => `    <Asset Type="${type}" Path="extension/${file}" Addressable="true"/>`).join("\n")}
  </Assets>
</PackageManifest>
`;
}

const TYPES = { cjs: "application/javascript", json: "application/json", md: "text/markdown", png: "image/png" };

/** The media types of the files in an archive, by their endings. */
function contentTypes() {
  const all = Object.entries({ ...TYPES, txt: "text/plain", vsixmanifest: "text/xml" });
  const lines = all.map(([ending, type]) => `<Default Extension=".${ending}" ContentType="${type}"/>`);
  const types = "http://schemas.openxmlformats.org/package/2006/content-types";
  return `<?xml version="1.0" encoding="utf-8"?>\n<Types xmlns="${types}">${lines.join("")}</Types>\n`;
}

const { contents, packages } = await bundled();
const own = (file) => readFileSync(`${PLACE}/${file}`);
const [, , file = `${PLACE}/agentcfg-${manifest.version}.vsix`] = process.argv;
writeFileSync(
  file,
  zip([
    ["[Content_Types].xml", contentTypes()],
    ["extension.vsixmanifest", vsixManifest()],
    ["extension/package.json", own("package.json")],
    ["extension/extension.cjs", contents],
    ["extension/README.md", own("README.md")],
    ["extension/LICENSE.txt", own("LICENSE")],
    ["extension/THIRD-PARTY-LICENSES.txt", notices(packages)],
    ["extension/icon.png", own("icon.png")],
  ]),
);
process.stdout.write(`${file}\n`);
