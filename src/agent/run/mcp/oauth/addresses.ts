/** The addresses that a login may use. A tool server chooses them, and must not send this machine to others: not to a file, nor into its network. */
import { LoginProblem } from "./problem.js";

/** HTTPS; HTTP at the origin of the tool server; and HTTP on this machine when the tool server is on this machine too. */
export function isAllowed(address: URL, server: URL): boolean {
  if (address.protocol === "https:") return true;
  if (address.protocol !== "http:") return false;
  return address.origin === server.origin || (isLoopback(address) && isLoopback(server));
}

/** Whether an address is on this machine by its writing; no name is looked up. */
function isLoopback({ hostname }: URL): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/** Most characters of the address that a user opens. */
const LONGEST = 8192;

/** The address of the page on which a user logs in, when it is one that may be opened. */
export function pageToOpen(address: URL, server: string): string {
  if (!isAllowed(address, new URL(server)))
    throw new LoginProblem("the page to log in at is neither HTTPS nor on this machine");
  if (address.href.length > LONGEST) throw new LoginProblem("the address of the page to log in at is too long");
  return address.href;
}
