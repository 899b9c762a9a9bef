/** The version of both programs, as in package.json. */
export { version } from "../toolkit/judge/report/version.js";
