/** The limits that all our servers set for their connections (P-S58). */
import { limits } from "../../../generated/protocol/tables.js";

const { headerTimeout, bodyTimeout, headerBytes, strangers, requests, streams } = limits;

export const LISTENING = {
  ...{ headerTimeout, bodyTimeout, headerBytes, strangers },
  connections: 2 * (requests + streams),
};
