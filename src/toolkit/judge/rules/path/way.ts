/** Where a path of a project leads, step by step; a link is followed as long as it stays in the project (S37). */
import type { RuleContext } from "../rule.js";
import { holdsCommand, unexpandedIn } from "./relative.js";

/** What lies at a place of the project. */
export type Look = RuleContext["kindOf"];

export interface End {
  readonly place: string;
  readonly kind: ReturnType<Look>;
}

/** Paths share their directories: each is looked at once. */
export function looker(context: RuleContext): Look {
  const seen = new Map<string, ReturnType<Look>>();
  return (path) => {
    if (!seen.has(path)) seen.set(path, context.kindOf(path));
    return seen.get(path);
  };
}

/** Whether a path is one to follow: it stays as it is written. */
export function isPlain(text: string): boolean {
  return unexpandedIn(text) === undefined && !holdsCommand(text);
}

/** The end of a path, or the place on the way where it does not go on. */
export function endOf(text: string, look: Look): End {
  const taken: string[] = [];
  for (const step of text.split("/")) {
    if (step === "" || step === ".") continue;
    if (step === "..") {
      taken.pop();
      continue;
    }
    taken.push(step);
    const place = taken.join("/");
    const kind = look(place);
    if (kind === undefined || kind === "link" || kind === "unknown" || kind === "outside") return { place, kind };
  }
  const place = taken.join("/");
  return { place, kind: look(place) };
}
