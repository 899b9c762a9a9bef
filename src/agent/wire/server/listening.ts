/** The limits that all our servers set for their connections (P-S58). */
import { limits } from "../../../generated/protocol/tables.js";

const { headerTimeout, bodyTimeout, bodyTime, bodyPace, headerBytes, strangers, requests, streams } = limits;

export const LISTENING = {
  ...{ headerTimeout, bodyTimeout, bodyTime, bodyPace, headerBytes, strangers },
  connections: 2 * (requests + streams),
};
