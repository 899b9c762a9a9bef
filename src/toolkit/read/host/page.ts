/** A machine without files, programs and variables, such as a page in a browser, for linting texts. Part of the host. */
import type { Host } from "./host.js";
import { sha256 } from "./sha256.js";

/** The reason for every refused read and write. */
export const NO_FILES = "there are no files here";

export function pageHost({ env = {} }: Partial<Pick<Host, "env">>): Host {
  const none = (): undefined => undefined;
  return {
    ...{ cwd: "/", home: undefined, env, accountHome: none },
    resolve: (file) => normal(isAbsolute(file) ? file : `/${file}`),
    join: (directory, name) => normal(`${directory}/${name}`),
    isAbsolute,
    ...{ kindOf: none, signature: none, realPath: none },
    readFile: () => ({ kind: "unreadable", reason: NO_FILES }),
    run: () => Promise.resolve({ kind: "failed", reason: "there are no programs here" }),
    countCertificates: () => 0,
    sha256,
  };
}

function isAbsolute(path: string): boolean {
  return path.startsWith("/");
}

/** An absolute path without `.`, `..` and doubled slashes. */
function normal(path: string): string {
  const steps: string[] = [];
  for (const step of path.split("/")) {
    if (step === "..") steps.pop();
    else if (step !== "" && step !== ".") steps.push(step);
  }
  return `/${steps.join("/")}`;
}
