/** The page at `GET /` of a hub (P-S71): its bytes, and headers that allow only its own script and style. Contains no data of the fleet. */

import { sha256 } from "../../machine/interfaces/hash.js";
import type { OpenPage } from "../../wire/server/open-page.js";

/** Its name in the package. */
export const PAGE_FILE = "dist/hub-page.html";

/**
 * `html`: one script and one style, both inline. Their hashes are those of this text, so that a changed file does not run under old ones.
 */
export function pageOf(html: string): OpenPage {
  const inside = (tag: string): string => {
    const start = html.indexOf(`<${tag}>`);
    const end = html.indexOf(`</${tag}>`, start);
    if (start === -1 || end === -1) throw new Error(`${PAGE_FILE} has no ${tag}`);
    return `'sha256-${Buffer.from(sha256(html.slice(start + tag.length + 2, end))).toString("base64")}'`;
  };
  const policy = [
    ...["default-src 'none'", `script-src ${inside("script")}`, `style-src ${inside("style")}`, "connect-src 'self'"],
    ...["frame-ancestors 'none'", "form-action 'none'", "base-uri 'none'"],
  ];
  return {
    bytes: new TextEncoder().encode(html),
    headers: [
      ["content-type", "text/html; charset=utf-8"],
      ["content-security-policy", policy.join("; ")],
      ["cache-control", "no-cache"],
      ["x-content-type-options", "nosniff"],
      ["x-frame-options", "DENY"],
      ["referrer-policy", "no-referrer"],
      ["cross-origin-opener-policy", "same-origin"],
    ],
  };
}
