/** The watchdog over subagents (spec 2.11): its times are those of the configuration that the daemon starts with. */
import { limits } from "../../../generated/protocol/tables.js";
import { type Clock, LONGEST_TIMER } from "../../machine/interfaces/clock.js";
import { Watchdog } from "../model/watchdog.js";
import type { InUse } from "./configuration.js";

export function watchdogOf({ config: { daemon } }: Pick<InUse, "config">, clock: Clock): Watchdog {
  const idle = millisecondsOf(daemon.provider_stream_idle_timeout_secs) ?? limits.providerIdle;
  return new Watchdog(clock, {
    threshold: millisecondsOf(daemon.subagent_stall_threshold_secs) ?? idle + limits.subagentStallMargin,
    interval: millisecondsOf(daemon.subagent_liveness_watchdog_interval_secs) ?? limits.subagentWatchdog,
  });
}

/** Zero is unset; a timer takes no more than its longest time. */
function millisecondsOf(seconds: number | undefined): number | undefined {
  return seconds === undefined || seconds === 0 ? undefined : Math.min(seconds * 1000, LONGEST_TIMER);
}
