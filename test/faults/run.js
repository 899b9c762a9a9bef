// @ts-check
/**
 * `npm run faults -- --target URL [--listen 127.0.0.1:0] [--latency MS] [--slice BYTES] [--cut BYTES|random] [--black-hole]
 * [--black-hole-after BYTES] [--one-in N] [--seed N]`: serves a server of this machine with the faults of a bad network, until it is ended.
 */
import { parseArgs } from "node:util";
import { faultProxy, isFaulty } from "./proxy.js";

class WrongUsage extends Error {}

/** @typedef {import("./proxy.js").Faults} Faults */

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|localhost|\[::1\])$/;

/** @param {string[]} args */
function optionsOf(args) {
  const text = /** @type {const} */ ({ type: "string" });
  const options = {
    ...{ target: text, listen: text, latency: text, slice: text, cut: text, "black-hole-after": text },
    ...{ "one-in": text, seed: text, "black-hole": /** @type {const} */ ({ type: "boolean" }) },
  };
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    const [sentence] = String(error instanceof Error ? error.message : error).split("\n");
    throw new WrongUsage(sentence);
  }
}

/**
 * A whole number that an option has; undefined for an option that is absent.
 * @param {string} name
 * @param {string | undefined} text
 * @param {number} least
 * @param {number} most
 */
function numberOf(name, text, least, most) {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number <= most) return number;
  throw new WrongUsage(`${name} takes a whole number from ${least} to ${most}`);
}

/** @param {string | undefined} target */
function originOf(target) {
  if (target === undefined)
    throw new WrongUsage("--target URL is missing: the address of the server, http://127.0.0.1:PORT");
  const url = URL.canParse(target) ? new URL(target) : undefined;
  if (url?.protocol !== "http:" || url.pathname !== "/" || url.search !== "" || !LOOPBACK.test(url.hostname))
    throw new WrongUsage("--target takes the address of a server on this machine, such as http://127.0.0.1:51269");
  return url.origin;
}

/** @param {string} listen */
function addressOf(listen) {
  const [, host = "", port = ""] = /^(.*):(\d{1,5})$/.exec(listen) ?? [];
  if (!LOOPBACK.test(host) || Number(port) > 65_535)
    throw new WrongUsage("--listen takes a loopback address and a port, such as 127.0.0.1:0");
  return { host: host.replace(/^\[|\]$/g, ""), port: Number(port) };
}

const BYTES = 2 ** 40;

/**
 * @param {ReturnType<typeof optionsOf>} values
 * @returns {Faults}
 */
function faultsOf(values) {
  const { cut, latency, slice, "black-hole": hole, "black-hole-after": holeAfter } = values;
  if ([cut, hole, holeAfter].filter((one) => one !== undefined).length > 1)
    throw new WrongUsage("--cut, --black-hole and --black-hole-after exclude each other");
  const after = cut === "random" ? cut : numberOf("--cut", cut, 0, BYTES);
  const held = hole ? 0 : numberOf("--black-hole-after", holeAfter, 0, BYTES);
  return {
    ...given("latency", numberOf("--latency", latency, 0, 60_000)),
    ...given("slice", numberOf("--slice", slice, 1, 65_536)),
    ...given("stop", after === undefined ? undefined : { how: /** @type {const} */ ("cut"), after }),
    ...given("stop", held === undefined ? undefined : { how: /** @type {const} */ ("hold"), after: held }),
  };
}

/**
 * @template Value
 * @param {string} name
 * @param {Value | undefined} value
 * @returns {Record<string, Value>}
 */
function given(name, value) {
  return value === undefined ? {} : { [name]: value };
}

try {
  const values = optionsOf(process.argv.slice(2));
  const target = originOf(values.target);
  const faults = faultsOf(values);
  const seed = numberOf("--seed", values.seed, 0, 2 ** 32) ?? 1;
  const oneIn = numberOf("--one-in", values["one-in"], 1, 1_000_000) ?? 1;
  const where = addressOf(values.listen ?? "127.0.0.1:0");
  const proxy = await faultProxy({
    ...{ target, seed, ...where },
    faults: (connection) => (isFaulty(seed, connection, oneIn) ? faults : {}),
  });
  console.log(proxy.url);
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => proxy.close());
} catch (error) {
  const isUsage = error instanceof WrongUsage;
  console.error(`faults: ${error instanceof Error ? error.message : error}`);
  process.exitCode = isUsage ? 2 : 1;
}
