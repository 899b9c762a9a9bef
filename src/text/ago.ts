/** A moment as people say it: `now`, `5 min ago`, `3 h ago`, `2 days ago`, and from a week on its date. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `now`: milliseconds since 1970. The result is empty for a text that is not a time, and a date for a moment in the future. */
export function ago(at: string, now: number): string {
  const moment = Date.parse(at);
  if (Number.isNaN(moment)) return "";
  const past = now - moment;
  if (past < -MINUTE || past >= 7 * DAY) return new Date(moment).toISOString().slice(0, 10);
  if (past < MINUTE) return "now";
  if (past < HOUR) return `${Math.floor(past / MINUTE)} min ago`;
  if (past < DAY) return `${Math.floor(past / HOUR)} h ago`;
  const days = Math.floor(past / DAY);
  return `${days} ${days === 1 ? "day" : "days"} ago`;
}
