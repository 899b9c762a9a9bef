/** Paths that start at the project's root (spec 2.6, 2.13): their places, and their mistakes as texts. */
import { NONE } from "../../../../text/none.js";
import type { Path } from "../../../../text/path.js";
import { quote } from "../../../../text/quote.js";
import { startsAtProject } from "../../../read/schema/path-start.js";
import type { RuleContext } from "../rule.js";
import { holdsCommand, holdsUnseen, isShippedPath, stepsOf, unexpandedIn } from "./relative.js";

interface ProjectPath {
  readonly path: Path;
  readonly text: string;
  /** A valid path for this place, for messages. */
  readonly example: string;
  /** Whether the name of a shipped file is valid, too. */
  readonly mayBeShipped: boolean;
}

/** All project-relative paths with known texts, without references to shipped files. */
export function projectPaths(context: RuleContext): readonly ProjectPath[] {
  return context.placesWith("x-path").flatMap(({ path, shape: { schema } }): readonly ProjectPath[] => {
    if (!startsAtProject(schema["x-path"])) return NONE;
    const mayBeShipped = schema["x-path"] !== "project";
    const text = context.spelling(path);
    const example = mayBeShipped ? ".agent/facets/plan.md" : "scripts/agent-env.sh";
    return text === undefined || (mayBeShipped && isShipped(text)) ? NONE : [{ path, text, example, mayBeShipped }];
  });
}

const SHIPPED = "agent://";

/** The reference to a shipped file that a text misspells: `agent:/facets/plan.md`; undefined for any other text. */
export function shippedMeant(text: string): string | undefined {
  const [start = ""] = /^agents?[:;]?\/{1,3}|^agents?:/i.exec(text) ?? [];
  // `agent/plan.md` is a path.
  const isPath = !/[:;]|\/\//.test(start);
  const reference = SHIPPED + text.slice(start.length);
  return start === "" || isPath || start === SHIPPED || !isShipped(reference) ? undefined : reference;
}

function isShipped(text: string): boolean {
  return text.startsWith(SHIPPED) && isShippedPath(text.slice(SHIPPED.length));
}

/** The message completes a sentence that begins with the name of the place. */
interface PathProblem {
  readonly message: string;
  readonly note?: string;
}

/**
 * Why a path cannot be a file in the project, on any system that checks it out; undefined if it may be one. A text that is not expanded is
 * an ordinary name: it must not lead out of the project either.
 */
export function projectPathProblem(text: string): PathProblem | undefined {
  if (text === "") return { message: "is empty" };
  if (holdsUnseen(text)) return { message: "contains a control character, or one that changes the direction of text" };
  if (text.startsWith(SHIPPED)) return { message: "names nothing that is shipped" };
  const [, sourced] = /^(?:source|\.|(?:ba|z|da)?sh|eval|exec) +(\S+)$/.exec(text) ?? [];
  if (sourced !== undefined)
    return { message: "is a command, not the path of a script", note: `write ${quote(sourced)}: the agent sources it` };
  if (/^[A-Za-z][\w+.-]+:\/\//.test(text)) return { message: "is a URL" };
  if (/^[\\/]/.test(text)) return { message: "is an absolute path" };
  if (/^[A-Za-z]:/.test(text)) return { message: "starts with a Windows drive" };
  const isFree = holdsCommand(text);
  const path = isFree || unexpandedIn(text) !== undefined ? text.replaceAll("\\", "/") : text;
  const steps = stepsOf(path);
  if (steps === undefined) return { message: "leads out of the project" };
  if (steps.length === 0) return { message: "names the project itself, not a file in it" };
  if (isFree) return undefined;
  if (path.includes("\\")) {
    return {
      message: "contains a backslash",
      note: "on Windows it separates directories, elsewhere it is a part of a name",
    };
  }
  if (path.includes(":")) {
    return { message: "contains a colon", note: "on Windows what follows a colon is a stream of the file" };
  }
  return path
    .split("/")
    .map(nameProblem)
    .find((problem) => problem !== undefined);
}

/** Device names are devices in every directory and with every ending. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[1-9¹²³]) *(?:\.|$)/i;

function nameProblem(name: string): PathProblem | undefined {
  if (DEVICE.test(name))
    return { message: "contains the name of a device", note: `${DEVICES} are devices on Windows, with any ending` };
  if (name === "." || name === ".." || !/[. ]$/.test(name)) return undefined;
  return {
    message: "contains a name that ends in a dot or space",
    note: "Windows drops the dot or space: another file is read",
  };
}

const DEVICES = "`CON`, `PRN`, `AUX`, `NUL`, `COM1` and `LPT1`";
