/** A session by its folder: `startup.json` and `credential.json`, read again for each connection (P-S6, P-S61). */
import { isDaemonCredential, isStartup } from "../../../generated/protocol/answers.js";
import type { ReadText } from "../../machine/interfaces/web.js";
import { NotRunning } from "./errors.js";
import { type Address, checked, fixedPlace, type Place } from "./place.js";

/** The daemon: that of a session's folder, whatever its current run, or one run at a fixed address. */
export type Where = { readonly sessionDirectory: string } | Address;

export function placeOf(where: Where | Place, readText: ReadText): Place {
  if ("address" in where) return where;
  const { sessionDirectory, url = "", token = "" }: Partial<Address & Exclude<Where, Address>> = where;
  return !url && sessionDirectory ? folderPlace(sessionDirectory, readText) : fixedPlace({ url, token });
}

function folderPlace(sessionDirectory: string, readText: ReadText): Place {
  const read = async (path: string): Promise<unknown> => {
    try {
      return JSON.parse(await readText(path));
    } catch {
      // A file that is absent, or just being replaced.
      return undefined;
    }
  };
  return {
    sessionDirectory,
    server: "daemon",
    async address() {
      const startup = await read(`${sessionDirectory}/startup.json`);
      const named = isStartup(startup) ? startup.credential_file : undefined;
      const credential = await read(named ?? `${sessionDirectory}/credential.json`);
      const isSession = isStartup(startup) || isDaemonCredential(credential);
      if (!isSession)
        throw new NotRunning(
          "session_unknown",
          sessionDirectory,
          "the folder holds no session; `agent new` starts one",
        );
      return checked(addressIn(sessionDirectory, startup, credential));
    },
  };
}

function addressIn(sessionDirectory: string, startup: unknown, credential: unknown) {
  const isReady = isStartup(startup) && startup.state === "ready" && startup.url !== undefined;
  if (isReady && isDaemonCredential(credential)) return { url: startup.url as string, token: credential.token };
  throw notRunning(sessionDirectory, isStartup(startup) ? startup.session_id : undefined);
}

/** The message names the session by its folder. */
export function notRunning(sessionDirectory: string, sessionId = nameOf(sessionDirectory)): NotRunning {
  const message = `the session does not run; \`agent continue ${sessionId}\` starts it`;
  return new NotRunning("session_not_running", sessionDirectory, message);
}

function nameOf(directory: string): string {
  return directory.split(/[\\/]/).findLast((part) => part !== "") ?? "ID";
}
