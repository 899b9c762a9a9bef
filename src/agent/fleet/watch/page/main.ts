/** The page of a hub: asks for a token, keeps it in memory, and shows the fleet until the user ends the visit. */

import { byId, create, say } from "../../../../page/element.js";
import { webClock, webFetch, webRandom } from "../../../machine/interfaces/web.js";
import { FleetWatch } from "../fleet-watch.js";
import { followHub, Refused } from "../follow.js";
import { countsText, type View, viewOf, waitingText } from "../view.js";
import { List } from "./list.js";

/** Milliseconds from a change to the page, and between changes of ages. Browsers slow the timers of a hidden page. */
const SOON = 60;
const TICK = 10_000;

const form = byId("enter", HTMLFormElement);
const field = byId("token", HTMLInputElement);
const refusal = byId("refusal", HTMLElement);
const fleet = byId("fleet", HTMLElement);
const counts = byId("counts", HTMLElement);
const connection = byId("connection", HTMLElement);
const waits = byId("waits", HTMLElement);
const leave = byId("leave", HTMLButtonElement);
const list = new List(fleet);

let leaving = new AbortController();

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const token = field.value.trim();
  field.value = "";
  if (token !== "") void watch(token);
});
leave.addEventListener("click", () => leaving.abort());

async function watch(token: string): Promise<void> {
  const ending = new AbortController();
  leaving = ending;
  let isDue = false;
  const draw = (): void => {
    isDue = false;
    if (!ending.signal.aborted) show(watched);
  };
  const watched = new FleetWatch(() => {
    if (isDue) return;
    isDue = true;
    webClock.after(SOON, draw);
  });
  const tick = (): void => {
    if (ending.signal.aborted) return;
    draw();
    webClock.after(TICK, tick);
  };
  form.hidden = true;
  leave.hidden = false;
  say(refusal, "");
  tick();
  leave.focus();
  try {
    await followHub({ url: location.origin, token }, { fetch: webFetch, clock: webClock, random: webRandom })(
      watched,
      ending.signal,
    );
    ask("");
  } catch (error) {
    ending.abort();
    ask(error instanceof Refused ? `${error.message}.` : "The page cannot go on; reload it.");
  }
}

/** Shows the field for the token, and hides the fleet. */
function ask(why: string): void {
  list.clear();
  fleet.hidden = true;
  leave.hidden = true;
  form.hidden = false;
  for (const element of [counts, connection, waits]) say(element, "");
  document.title = "Sessions";
  say(refusal, why.charAt(0).toUpperCase() + why.slice(1));
  field.focus();
}

function show({ fleet: state, state: how, hasRows }: FleetWatch): void {
  connection.dataset["state"] = how.kind;
  if (how.kind === "lost")
    say(
      connection,
      `Connection lost: ${how.why}. Trying again by itself${hasRows ? "; the rows are as they were" : ""}.`,
    );
  else say(connection, how.kind === "live" ? "Live" : "Connecting");
  if (!hasRows) return;
  const view = viewOf(state, webClock.now(), how.kind === "lost");
  showCounts(view);
  list.show(view);
  fleet.hidden = false;
}

function showCounts(view: View): void {
  const { rows } = view;
  const text = countsText(view);
  const { waiting } = view.counts;
  if (counts.textContent !== text) {
    const first = create(waiting > 0 ? "strong" : "span");
    first.textContent = waitingText(waiting);
    counts.replaceChildren(first, text.slice(first.textContent.length));
  }
  document.title = waiting > 0 ? `(${waiting}) Sessions` : "Sessions";
  const titles = rows
    .filter(({ group }) => group === "waiting")
    .map(({ title, detail }) => (detail === "" ? title : `${title} (${detail})`).slice(0, 200));
  say(waits, waiting === 0 ? waitingText(0) : `${waitingText(waiting)}: ${titles.slice(0, 5).join(", ")}`);
}

ask("");
