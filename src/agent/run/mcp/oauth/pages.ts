/** What a browser shows at the end of a login. Nothing of its request is in it, and nothing in it runs (P-S35). */
import type { WholeAnswer } from "../../../ports/listen.js";

export type Outcome = "done" | "failed" | "refused" | "not-found";

const WORDS: Readonly<Record<Outcome, readonly [status: number, heading: string, text: string]>> = {
  done: [200, "You are logged in", "The agent has the login. You can close this window."],
  failed: [200, "The login failed", "The log of the agent says why. You can close this window and begin again."],
  refused: [400, "This is no login", "The agent does not wait for this answer, or has had it already."],
  "not-found": [404, "Not found", "There is no page here."],
};

const HEADERS = [
  ["content-type", "text/html; charset=utf-8"],
  ["content-security-policy", "default-src 'none'; frame-ancestors 'none'; form-action 'none'; base-uri 'none'"],
  ["cache-control", "no-store"],
  // The address of the page holds the code.
  ["referrer-policy", "no-referrer"],
  ["x-content-type-options", "nosniff"],
  ["connection", "close"],
] as const;

export function pageOf(outcome: Outcome): WholeAnswer {
  const [status, heading, words] = WORDS[outcome];
  const title = `<title>${heading}</title>`;
  const text = `<!doctype html><html lang="en"><meta charset="utf-8">${title}<h1>${heading}</h1><p>${words}</p></html>\n`;
  return { status, headers: [...HEADERS, ["content-length", String(Buffer.byteLength(text))]], text };
}
