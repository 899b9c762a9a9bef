/** The end of a project path, found step by step; a link inside the project is followed (S37). */
import type { RuleContext } from "../rule.js";
import { holdsCommand, unexpandedIn } from "./relative.js";

/** The kind of file at a path of the project. */
export type Look = RuleContext["kindOf"];

export interface End {
  readonly place: string;
  readonly kind: ReturnType<Look>;
}

/** Looks up each directory once: paths share them. */
export function looker(context: RuleContext): Look {
  const seen = new Map<string, ReturnType<Look>>();
  return (path) => {
    if (!seen.has(path)) seen.set(path, context.kindOf(path));
    return seen.get(path);
  };
}

/** Whether a path can be followed: it has no substitution and no expansion. */
export function isPlain(text: string): boolean {
  return unexpandedIn(text) === undefined && !holdsCommand(text);
}

/** The end of a path, or the place on the way where it stops. */
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
