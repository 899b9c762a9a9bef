/** The hub that a command watches: the chosen one, or that of the state directory with a token for this run (P-S75). */

import { FileError, type Files } from "../../machine/interfaces/files.js";
import { readHubStartup } from "../hub/startup.js";

/** A token that lasts until the watch ends. */
interface WatchToken {
  readonly token: string;
  readonly revoke: () => Promise<void>;
}

/** Makes a `machine` token in a state directory; resolves to the reason of a failure. */
export type Lend = (stateDirectory: string) => Promise<WatchToken | string>;

export interface Door {
  readonly url: string;
  readonly token: string;
  /** The present address of the hub; undefined if it is unknown. */
  readonly locate: () => Promise<string | undefined>;
  /** Called once, at the end of the run. */
  readonly leave: () => Promise<void>;
}

export interface Wanted {
  readonly url?: string | undefined;
  /** An absolute path. */
  readonly tokenFile?: string | undefined;
  readonly stateDirectory?: string | undefined;
}

const FILE_BYTES = 65_536;

/** The door, or a message. */
export async function doorOf(
  files: Files,
  { url, tokenFile, stateDirectory }: Wanted,
  lend: Lend,
): Promise<Door | string> {
  const where = url ?? (await urlIn(files, stateDirectory));
  if (!URL.canParse(where))
    return url === undefined ? where : "`--url` takes the address of a hub, such as http://127.0.0.1:7777";
  const locate = async (): Promise<string | undefined> => {
    const now = url ?? (await urlIn(files, stateDirectory));
    return URL.canParse(now) ? now : undefined;
  };
  if (tokenFile !== undefined) {
    const token = await tokenIn(files, tokenFile);
    return token.kind === "token" ? { url: where, token: token.token, locate, leave: async () => {} } : token.message;
  }
  if (url !== undefined) return "`--url` needs a `--token-file`: `agent hub token create` prints the token of a hub";
  const lent = await lend(stateDirectory ?? "");
  return typeof lent === "string" ? lent : { url: where, token: lent.token, locate, leave: lent.revoke };
}

/** The address of the hub of a state directory, or a message, which is not a URL. */
async function urlIn(files: Files, stateDirectory: string | undefined): Promise<string> {
  if (stateDirectory === undefined)
    return "there is no home directory: give `--state-dir`, or `--url` and `--token-file`";
  const startup = await readHubStartup(files, stateDirectory);
  if (startup === undefined) return "there is no hub here; `agent hub` starts one";
  const { state, url } = startup;
  return state === "ready" && url !== undefined ? url : "the hub is not ready; `agent hub` starts one";
}

type Read = { readonly kind: "token"; readonly token: string } | { readonly kind: "none"; readonly message: string };

/** The token alone, or the JSON that `agent hub token create` prints. */
async function tokenIn(files: Files, path: string): Promise<Read> {
  const text = (await textOf(files, path))?.trim();
  if (text === undefined) return { kind: "none", message: "the token file cannot be read" };
  const token = text.startsWith("{") ? objectIn<{ readonly token: unknown }>(text).token : text;
  if (typeof token === "string" && /^[!-~]+$/.test(token)) return { kind: "token", token };
  return {
    kind: "none",
    message: "the token file holds no token: it is the token alone, or what `agent hub token create` printed",
  };
}

async function textOf(files: Files, path: string): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await files.read(path, FILE_BYTES));
  } catch (error) {
    if (error instanceof FileError) return undefined;
    throw error;
  }
}

function objectIn<Shape>(text: string): Partial<Shape> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Partial<Shape>) : {};
  } catch {
    return {};
  }
}
