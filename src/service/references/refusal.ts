/** Why an entry cannot have another name, in words for its author. */
import { isVisible } from "../../text/escape.js";
import { formatPath } from "../../text/path.js";
import { quote } from "../../text/quote.js";
import type { Snapshot } from "../../toolkit/judge/analysis/snapshot.js";
import { BUILT_IN_FACETS } from "../../toolkit/mean/configuration/facets.js";
import { EFFORT_AT_END, MODEL_SLOT } from "../../toolkit/mean/configuration/models.js";
import type { NameReference } from "../../toolkit/mean/configuration/references.js";
import type { NamedSection } from "../../toolkit/mean/configuration/spelled-names.js";
import { isName } from "../../toolkit/read/schema/fits.js";
import { configShape } from "../../toolkit/read/schema/shape.js";
import { entriesOf, referencesOf } from "./name-at.js";

const KINDS: Readonly<Record<NamedSection, string>> = {
  providers: "provider",
  models: "model",
  facets: "facet",
  mcp_servers: "server",
};

export function whyNot(snapshot: Snapshot, named: NameReference, to: string): string | undefined {
  return whyFixed(snapshot, named) ?? whyUnfit(named, to) ?? whyTaken(snapshot, named, to);
}

/** Why the entry keeps its name, whatever the other one is. */
function whyFixed(snapshot: Snapshot, named: NameReference): string | undefined {
  const { section, name } = named;
  const unread = snapshot.layers.find(({ root }) => root === undefined);
  if (unread !== undefined) return `${quote(unread.document.source.file)} cannot be read, and may use the name`;
  const isListed = isInCatalog(snapshot, named, name);
  const isOwn = entriesOf(snapshot, named).length > 0;
  if (!isOwn && isListed) return `${quote(name)} is a name of the catalog`;
  if (!isOwn) return `no ${KINDS[section]} ${quote(name)} is configured`;
  if (isListed) return `the ${KINDS[section]} ${quote(name)} of the catalog fills in what its entry leaves out`;
  const provider = referencesOf(snapshot).find((one) => isPrefix(one, named));
  if (provider !== undefined) return `${quote(name)} is a name that the provider ${quote(provider.name)} gives`;
  return isBuiltIn(named, name) ? `${quote(name)} is built in, and its entry replaces it` : undefined;
}

/** Whether a model's name begins with a provider, so that the provider lists the model (S16). */
function isPrefix(one: NameReference, { section, name }: NameReference): boolean {
  return section === "models" && one.section === "providers" && one.part === "key" && one.scalar.value === name;
}

/** Why no entry of the section can have a name. */
function whyUnfit({ section }: NameReference, to: string): string | undefined {
  const shape = configShape.properties.get(section);
  if (to.trim() === "") return "the new name is empty";
  if (to.trim() !== to) return "the new name begins or ends with white space";
  if (to === "__proto__") return `${quote(to)} is reserved`;
  if (!isVisible(to)) return "the new name has a character that is invisible";
  if (shape !== undefined && !isName(to, shape)) return `${quote(to)} is not a valid name here`;
  if (section !== "models") return undefined;
  if (EFFORT_AT_END.test(to)) return `the end of ${quote(to)} would be read as an effort`;
  return MODEL_SLOT.test(to) ? `${quote(to)} means the model in a default slot` : undefined;
}

function whyTaken(snapshot: Snapshot, named: NameReference, to: string): string | undefined {
  const kind = KINDS[named.section];
  if (isInCatalog(snapshot, named, to)) return `the catalog has a ${kind} ${quote(to)}`;
  if (isBuiltIn(named, to)) return `a ${kind} ${quote(to)} is built in`;
  const others = referencesOf(snapshot).filter(({ section, name }) => section === named.section && name === to);
  const [other] = others;
  if (others.some((one) => one.kind === "entry")) return `a ${kind} ${quote(to)} is already configured`;
  if (other !== undefined) return `${quote(formatPath(other.path))} already names a ${kind} ${quote(to)}`;
  const isFile = named.section === "facets" && /^[^/\\]+$/.test(to) && hasFacetFile(snapshot, to);
  return isFile ? `a file of the project already is the facet ${quote(to)}` : undefined;
}

function isInCatalog({ surroundings }: Snapshot, { section }: NameReference, name: string): boolean {
  return section === "models" && Object.hasOwn(surroundings.catalog?.models ?? {}, name);
}

function isBuiltIn({ section }: NameReference, name: string): boolean {
  return section === "facets" && BUILT_IN_FACETS.includes(name);
}

function hasFacetFile({ surroundings: { kindOf } }: Snapshot, name: string): boolean {
  return ["file", "link"].includes(kindOf?.(`.agent/facets/${name}.md`) ?? "nothing");
}
