/** What logins need of the machine, and whom they tell. */
import type { Connect } from "../../../machine/interfaces/connect.js";
import type { Listen } from "../../../machine/interfaces/listen.js";
import type { Log } from "../../../machine/interfaces/log.js";
import type { LoginDisk } from "./disk.js";
import type { OAuthPackage } from "./package.js";

export interface LoginHost extends LoginDisk {
  readonly connect: Connect;
  readonly listen: Listen;
  readonly log: Log;
  /** Called when the package is needed; `loadPackage` outside tests. */
  readonly load: () => Promise<OAuthPackage>;
  /** Takes values that no record may show, before they are first used. */
  readonly onSecret: (values: readonly string[]) => void;
  /** A login has ended well: the server may be connected. */
  readonly onLogin: (server: string) => void;
}
