// @ts-check
/**
 * A proxy of bytes between a client and a server on this machine, with the faults of a bad network. It knows nothing of HTTP, so that no
 * client can tell it from the network. Chance comes from a seed: the fault of a connection depends on the seed and on its number alone.
 */
import { createHash } from "node:crypto";
import { connect, createServer } from "node:net";

/**
 * The faults of one connection.
 * @typedef {object} Faults
 * @property {number} [latency] milliseconds that bytes wait, in both directions
 * @property {number} [slice] most bytes that are passed on at once, in both directions
 * @property {Stop} [stop]
 */

/**
 * `cut`: both sides see the end of the connection. `hold`: the connection stays open, and nothing is passed on in either direction.
 * @typedef {object} Stop
 * @property {"cut" | "hold"} how
 * @property {number | "random"} after bytes of the answer
 */

/**
 * @typedef {object} ProxyOptions
 * @property {string} target the origin of the server, `http://127.0.0.1:51269`
 * @property {string} [host] a loopback address
 * @property {number} [port] 0 for a free port
 * @property {number} [seed]
 * @property {(connection: number) => Faults} faults what becomes of a connection; the first one has the number 1
 */

/**
 * @typedef {object} FaultProxy
 * @property {string} url
 * @property {() => number} accepted connections so far
 * @property {() => number} open connections that are open now, on either side
 * @property {() => number} asking connections that are open now, and over which the client has sent something
 * @property {() => number} held connections so far that were stopped and not cut
 * @property {() => Promise<void>} close breaks all connections
 */

/** @typedef {import("node:net").Socket} Socket */

/** Connections at once; more are refused. */
const MOST_CONNECTIONS = 1024;

/** A random number of bytes is below 2 ** 0, 2 ** 1, … equally often, so that short and long answers are both cut. */
const SIZES = 18;

/** Most bytes of one write. */
const PIECE_BYTES = 65_536;

/**
 * Rejects with the system's error when it cannot listen.
 * @param {ProxyOptions} options
 * @returns {Promise<FaultProxy>}
 */
export async function faultProxy({ target, host = "127.0.0.1", port = 0, seed = 1, faults }) {
  const { hostname, port: targetPort } = new URL(target);
  const to = { host: hostname.replace(/^\[|\]$/g, ""), port: Number(targetPort || 80), allowHalfOpen: true };
  /** @type {Set<Socket>} */
  const sockets = new Set();
  /** @type {Set<Socket>} */
  const asking = new Set();
  let accepted = 0;
  let held = 0;
  const hold = () => {
    held += 1;
  };
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    accepted += 1;
    const { stop, ...rest } = faults(accepted);
    const after = stop?.after === "random" ? randomSize(seed, accepted) : (stop?.after ?? Number.POSITIVE_INFINITY);
    const upstream = connect({ ...to, noDelay: true });
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.once("close", (isBroken) => {
        sockets.delete(socket);
        asking.delete(socket);
        if (socket === client) upstream.destroy();
        // After an end in order, the rest of the answer is still on its way.
        else if (isBroken) client.destroy();
      });
    }
    client.once("data", () => asking.add(client));
    passOn(client, upstream, { ...rest, how: stop?.how, after, hold });
  });
  server.maxConnections = MOST_CONNECTIONS;
  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port }, () => resolve(undefined));
  });
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  const shown = address.family === "IPv6" ? `[${address.address}]` : address.address;
  return {
    url: `http://${shown}:${address.port}`,
    accepted: () => accepted,
    open: () => sockets.size,
    asking: () => asking.size,
    held: () => held,
    close: async () => {
      const closed = [...sockets].map((socket) => new Promise((resolve) => socket.once("close", resolve)));
      for (const socket of sockets) socket.destroy();
      await Promise.all([new Promise((resolve) => server.close(resolve)), ...closed]);
    },
  };
}

/**
 * Whether a connection is one of those with faults, when one in so many is.
 * @param {number} seed
 * @param {number} connection
 * @param {number} oneIn
 */
export function isFaulty(seed, connection, oneIn) {
  return chance(seed, connection, "faulty") % oneIn === 0;
}

/**
 * @param {number} seed
 * @param {number} connection
 */
function randomSize(seed, connection) {
  return chance(seed, connection, "bytes") % 2 ** (chance(seed, connection, "size") % SIZES);
}

/**
 * A number of 32 bits.
 * @param {number} seed
 * @param {number} connection
 * @param {string} what
 */
function chance(seed, connection, what) {
  return createHash("sha256").update(`${seed} ${connection} ${what}`).digest().readUInt32BE();
}

/**
 * @param {Socket} client
 * @param {Socket} upstream
 * @param {{ latency?: number, slice?: number, how: Stop["how"] | undefined, after: number, hold: () => void }} faults
 */
function passOn(client, upstream, { latency = 0, slice = PIECE_BYTES, how, after, hold }) {
  let left = after;
  const isHeld = () => how === "hold" && left === 0;
  const stopWhenDue = () => {
    if (how === undefined || left > 0) return;
    if (how === "cut") {
      client.destroySoon();
      upstream.destroy();
      return;
    }
    hold();
    // A client that has gone before does not go a second time.
    if (client.readableEnded) client.destroy();
  };
  /** @param {Buffer} bytes */
  const ask = async (bytes) => {
    for (let at = 0; at < bytes.length && !isHeld(); at += slice)
      await written(upstream, bytes.subarray(at, at + slice));
  };
  /** @param {Buffer} bytes */
  const answer = async (bytes) => {
    if (left === 0) return;
    for (let at = 0; at < bytes.length && left > 0; ) {
      const piece = bytes.subarray(at, at + Math.min(slice, left));
      await written(client, piece);
      at += piece.length;
      left -= piece.length;
    }
    stopWhenDue();
  };
  pump(client, latency, ask, () => (isHeld() ? client.destroy() : upstream.end()));
  pump(upstream, latency, answer, () => isHeld() || client.end());
  stopWhenDue();
}

/**
 * Reads the next bytes when the ones before were taken: nothing is kept but what one read brought.
 * @param {Socket} from
 * @param {number} latency
 * @param {(bytes: Buffer) => Promise<void>} take
 * @param {() => void} end
 */
function pump(from, latency, take, end) {
  let taken = Promise.resolve();
  from.on("data", (bytes) => {
    from.pause();
    taken = late(latency)
      .then(() => take(bytes))
      .then(() => void from.resume());
  });
  // The end of a paused socket is told at once.
  from.on("end", () => taken.then(end));
}

/**
 * @param {number} ms
 * @returns {Promise<void>}
 */
function late(ms) {
  return ms === 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms).unref());
}

/**
 * Resolves when the system has the bytes, or the connection is gone. The next ones come in a later turn, so that a reader on this machine
 * gets them by themselves.
 * @param {Socket} socket
 * @param {Buffer} bytes
 * @returns {Promise<void>}
 */
function written(socket, bytes) {
  return new Promise((resolve) => socket.write(bytes, () => setImmediate(resolve)));
}
