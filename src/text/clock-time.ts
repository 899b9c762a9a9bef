/** A moment by the clock on the wall here: `14:03`, with seconds when it is near, and with its date on another day. */

const NEAR = 300_000;

/** `now`: milliseconds since 1970. The result is empty for a text that is not a time. */
export function clockTime(at: string, now: number): string {
  const moment = new Date(at);
  const milliseconds = moment.getTime();
  if (Number.isNaN(milliseconds)) return "";
  const two = (count: number): string => String(count).padStart(2, "0");
  const time = [moment.getHours(), moment.getMinutes()].map(two).join(":");
  if (moment.toDateString() !== new Date(now).toDateString()) {
    const date = [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join("-");
    return `${date} ${time}`;
  }
  return Math.abs(milliseconds - now) < NEAR ? `${time}:${two(moment.getSeconds())}` : time;
}
