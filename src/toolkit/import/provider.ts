/** A model provider of another tool as one of this agent. */
import { withoutSlashes } from "../../text/slashes.js";
import type { JsonObject } from "../read/document/data.js";
import type { TreePlace } from "../read/other-tools/places.js";
import { PACKAGES, VENDORS, type Vendor } from "./dialects/vendors.js";
import type { EntryFields } from "./entries.js";
import { textOf } from "./fields.js";
import type { ModelFields } from "./model.js";
import { variableName } from "./reference.js";
import { withoutSecrets } from "./secrets.js";
import { below, headersOf, plainText, referenceTo, type Scene, scalarText } from "./values.js";

/** The provider; or undefined and a remark with the reason. */
export function providerOf(place: TreePlace, fields: ModelFields, scene: Scene): EntryFields | undefined {
  const vendor = vendorOf(fields, scene);
  const kind = kindOf(fields, vendor);
  const url = urlOf(plainText(fields.get("url"), below(scene, "url")), kind, vendor);
  if (kind === undefined || url === undefined) {
    const lack = kind === undefined ? "speaks a dialect that is not known here" : "has no URL";
    scene.log.remark(place.keySpan, place.path, `${lack}, and is left out`);
    return undefined;
  }
  return {
    kind: { type: kind },
    url,
    auth: authOf(fields, url, vendor, below(scene, "auth", "key")),
    headers: headersOf(fields, below(scene, "headers")),
  };
}

function vendorOf(fields: ModelFields, { entry }: Scene): Vendor | undefined {
  const name = (textOf(fields.get("vendor")?.node) ?? entry).toLowerCase();
  return Object.hasOwn(VENDORS, name) ? VENDORS[name] : undefined;
}

/** A provider with a URL and no type most likely speaks the most common dialect. */
function kindOf(fields: ModelFields, vendor: Vendor | undefined): Vendor["kind"] | undefined {
  const named = textOf(fields.get("package")?.node);
  if (named !== undefined) return Object.hasOwn(PACKAGES, named) ? PACKAGES[named] : undefined;
  return vendor?.kind ?? (fields.has("url") ? "custom_beta_compatible" : undefined);
}

/** The address in the form of the dialect (spec 2.3): an origin, or a base that ends in `/v1`. */
function urlOf(
  written: string | undefined,
  kind: Vendor["kind"] | undefined,
  vendor: Vendor | undefined,
): string | undefined {
  if (written === undefined) return vendor?.url;
  // Ollama takes an address without its scheme.
  if (vendor?.variable === undefined && /^[\w.-]+(?::\d+)?$/.test(written))
    return urlOf(`http://${written}`, kind, vendor);
  if (kind === "custom_alpha_compatible") return withoutSlashes(written).replace(/\/v1$/, "");
  const isOrigin = /^https?:\/\/[^/?#]+\/?$/.test(written);
  return isOrigin && vendor?.url?.endsWith("/v1") ? `${written.replace(/\/$/, "")}/v1` : written;
}

/** This machine, or one in the same house. */
const NEAR =
  /^https?:\/\/(?:localhost|127\.[\d.]+|0\.0\.0\.0|10\.[\d.]+|192\.168\.[\d.]+|172\.(?:1[6-9]|2\d|3[01])\.[\d.]+|\[::1\]|host\.docker\.internal|[\w-]+\.(?:local|lan))(?:[:/]|$)/i;

/** A server nearby has a key only where the file says so. For any other one, a tool may keep the key elsewhere; the provider then reads the usual variable. */
function authOf(fields: ModelFields, url: string, vendor: Vendor | undefined, scene: Scene): JsonObject {
  const named = referenceTo(fields.get("key_variable"), scene);
  if (named !== undefined) return { type: "static_key", key: named };
  const place = fields.get("key");
  const text = place && scalarText(place, scene);
  if (text !== undefined && text.trim() !== "") {
    return { type: "static_key", key: withoutSecrets(text, "api_key", "of-entry", scene) };
  }
  const isKeyless = vendor !== undefined && vendor.variable === undefined;
  if (isKeyless || NEAR.test(url)) return { type: "no_auth" };
  const name = vendor?.variable ?? `${variableName(scene.entry)}_API_KEY`;
  scene.log.want(name, scene.path, "the key of this provider");
  return { type: "static_key", key: `\${${name}}` };
}
