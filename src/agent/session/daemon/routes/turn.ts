/** The routes of the turn that runs and of those that wait: prompts, inputs, answers to questions, and cancelling. */
import type { Correlation, PromptRequest } from "../../../../generated/protocol/types.js";
import { type RefusalOf, refuse } from "../../../wire/protocol/codes.js";
import type { DaemonRoutes } from "../../../wire/protocol/routes.js";
import type { Handler } from "../../../wire/server/handlers.js";
import type { SentPrompt } from "../../turn/turn.js";
import type { Door } from "../door.js";
import type { Session } from "../session.js";

/** `POST /prompt`: admitted as soon as it is on the disk; its answer comes in the stream (P-S20). */
export function prompt(session: Session, door: Door): Handler<DaemonRoutes["prompt"]> {
  return async ({ body }) => {
    const read = await sentIn(body, session);
    if ("refusal" in read) return read;
    const { sent } = read;
    const run = async (correlation?: Correlation) => {
      const admitted = await session.turns.prompt(sent, correlation);
      if (typeof admitted === "string") return { refusal: refuse(admitted) };
      return { status: 202, body: { status: "admitted", ...admitted } } as const;
    };
    return door.enter({ route: "prompt", body, promptId: sent.prompt_id, run });
  };
}

/** `POST /turn/input`: an input waits for the end of the turn (P-S25, P-S62). */
export function queueInput(session: Session, door: Door): Handler<DaemonRoutes["queueInput"]> {
  return async ({ body }) => {
    const read = await sentIn(body, session);
    if ("refusal" in read) return read;
    const { sent } = read;
    const run = async (correlation?: Correlation) => {
      const queued = await session.inputs.queue(sent, correlation);
      if (typeof queued === "string") return { refusal: refuse(queued) };
      return { status: 202, body: { status: "queued", ...queued } } as const;
    };
    return door.enter({ route: "queueInput", body, promptId: sent.prompt_id, run });
  };
}

/** `GET /turn/input`: the inputs that wait, the oldest first (P-S62). */
export function waitingInputs({ journal: { stream } }: Session): Handler<DaemonRoutes["inputs"]> {
  return () => {
    const { revision, items } = stream.state.queue;
    return { body: { version: 1, queue_revision: revision, items: [...items] } };
  };
}

/** `DELETE /turn/input/newest`: the newest waiting input is taken back (P-S25, P-S62). */
export function dequeueNewest({ inputs }: Session, door: Door): Handler<DaemonRoutes["dequeueNewest"]> {
  return ({ body }) => {
    const run = async (correlation?: Correlation) => {
      const dequeued = await inputs.dequeue(correlation);
      if (typeof dequeued === "string") return { refusal: refuse(dequeued) };
      const { prompt_id, queue_revision } = dequeued;
      if (prompt_id === undefined) return { status: 200, body: { status: "nothing_queued", queue_revision } } as const;
      return { status: 200, body: { status: "dequeued", prompt_id, queue_revision } } as const;
    };
    return door.enter({ route: "dequeueNewest", body, run });
  };
}

/** `POST /interrogative/{id}/respond`: answers a question (P-S26). */
export function respond({ questions }: Session, door: Door): Handler<DaemonRoutes["respond"]> {
  return ({ parameters, body }) => {
    const run = async (correlation?: Correlation) => {
      const answered = await questions.respond(parameters.id, body, correlation);
      if (typeof answered === "string") return { refusal: refuse(answered) };
      if ("wrong" in answered) return refused("wrong_value", answered.wrong);
      return { status: 200, body: { status: "answered", ...answered } } as const;
    };
    return door.enter({ route: "respond", parameters, body, run });
  };
}

/** `POST /turn/cancel`: ends the current turn; its text so far is kept (P-S27). */
export function cancelTurn({ turns }: Session): Handler<DaemonRoutes["cancelTurn"]> {
  return () => {
    const promptId = turns.cancel();
    if (promptId === undefined) return { refusal: refuse("turn_not_running") };
    return { body: { status: "cancel_requested", prompt_id: promptId } };
  };
}

/** `POST /compact`: begins a compaction between turns; a turn that begins meanwhile waits for it (P-S27). */
export function compact({ turns }: Session, door: Door): Handler<DaemonRoutes["compact"]> {
  return ({ body }) => {
    const run = async (correlation?: Correlation) => {
      const begun = await turns.compact(body.guidance, correlation);
      if (begun === "nothing_to_compact") return { status: 200, body: { status: begun } } as const;
      if (typeof begun === "string") return { refusal: refuse(begun) };
      return { status: 202, body: { status: "admitted", ...begun } } as const;
    };
    return door.enter({ route: "compact", body, run });
  };
}

type Refused = { readonly refusal: RefusalOf<"invalid_request"> };

/** The body of a prompt or of a queued input as the prompt that it asks for (P-S20, P-S63). One without an id gets one. */
async function sentIn(
  { content: words, skill, model, facet, prompt_id, generation = 0, attachments = [] }: PromptRequest,
  { next, journal, scrubber }: Session,
): Promise<{ readonly sent: SentPrompt } | Refused> {
  if (facet !== undefined && !(await next.knows("facet", facet))) return refused("wrong_value", "facet");
  const content = skill === undefined ? words : await next.withSkill(skill, words);
  if (skill !== undefined && content === undefined) return refused("wrong_value", "skill");
  // An id is kept as it is.
  if (prompt_id !== undefined && scrubber().scrub(prompt_id) !== prompt_id)
    return refused("holds_credential", "prompt_id");
  const read = attachments.map(({ data_base64, ...about }) => ({ ...about, bytes: bytesIn(data_base64) }));
  const good = read.flatMap(({ bytes, ...about }) => (bytes === undefined ? [] : [{ ...about, bytes }]));
  if (good.length < read.length) return refused("not_canonical_base64", "attachments");
  return {
    sent: {
      ...{ prompt_id: prompt_id ?? journal.newId(), generation, attachments: good },
      ...(content === undefined ? {} : { content }),
      ...(model === undefined ? {} : { model }),
      ...(facet === undefined ? {} : { facet }),
    },
  };
}

function refused(mistake: string, field: string): Refused {
  return { refusal: refuse("invalid_request", { details: { mistake, field } }) };
}

/** Undefined for another spelling than the canonical one: padded, and without spare bits. */
function bytesIn(base64: string): Uint8Array | undefined {
  const bytes = Buffer.from(base64, "base64");
  return bytes.toString("base64") === base64 ? bytes : undefined;
}
