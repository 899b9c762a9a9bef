/** Features and their ids (spec 9.2, 9.3). */
import { expect, test } from "vitest";
import { supports } from "../../src/agent/wire/client/commands.js";
import { features } from "../../src/generated/protocol/tables.js";

test("the ids are those of the specification", () => {
  expect(Object.values(features)).toEqual([
    ...["session.sync.v1", "session.history.v1", "session.attachments.v1", "session.targeted-mutations.v1"],
    ...["daemon.catalog.v1", "model.request-options.v1", "hub.fleet.v1", "hub.stopped-history.v1"],
    ...["fleet_catalog.v1", "fleet_events.v1", "session_history.v1"],
  ]);
});

test("C038 a feature counts where it is listed; unknown ones do no harm", () => {
  expect(supports(["later.v9", "session.sync.v1"], features.sync)).toBe(true);
  expect(supports(["session.sync.v2"], features.sync)).toBe(false);
});
