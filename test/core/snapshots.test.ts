/** The store of a fleet's snapshots in memory (P-S50). */
import { Snapshots } from "../../src/agent/wire/core/snapshots.js";
import { snapshotsSuite } from "./snapshots-suite.js";

snapshotsSuite("in memory", (limits) => new Snapshots(limits));
