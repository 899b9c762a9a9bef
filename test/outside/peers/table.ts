/** Judges the messages of any tool by where they point, never by who wrote them, and sums them up for the README. */

/** A mistake in the file and the two places that count for it: its own, and the object it stands in. */
export interface Mistake {
  readonly line: number;
  readonly pointer: string;
  readonly object: { readonly line: number; readonly pointer: string };
}

/** A message, with what its tool tells of the place. */
export interface Message {
  readonly line?: number;
  readonly pointer?: string;
  readonly message: string;
}

export interface Verdict<M extends Mistake> {
  readonly messages: readonly Message[];
  /** How many of them name a line. */
  readonly withLine: number;
  /** The mistakes that some message points at, in the order of the file. */
  readonly found: readonly M[];
  /** Messages that point at no mistake, or at one that another message has already been counted for. */
  readonly surplus: readonly Message[];
}

/**
 * One message counts for one mistake. Messages at the very place choose first; one at the object then counts for any mistake in
 * it that is still without a message, whatever the message says. So no tool loses a mistake by wording or by pointing wide.
 */
export function judge<M extends Mistake>(messages: readonly Message[], mistakes: readonly M[]): Verdict<M> {
  const found = new Set<M>();
  const credited = new Set<Message>();
  const credit = (placeOf: (mistake: M) => Place): void => {
    for (const message of messages) {
      if (credited.has(message)) continue;
      const mistake = mistakes.find((candidate) => !found.has(candidate) && pointsAt(message, placeOf(candidate)));
      if (mistake === undefined) continue;
      found.add(mistake);
      credited.add(message);
    }
  };
  credit((mistake) => mistake);
  credit((mistake) => mistake.object);
  return {
    messages,
    withLine: messages.filter(({ line }) => line !== undefined).length,
    found: mistakes.filter((mistake) => found.has(mistake)),
    surplus: messages.filter((message) => !credited.has(message)),
  };
}

type Place = Mistake["object"];

function pointsAt(message: Message, place: Place): boolean {
  return message.line === place.line || message.pointer === place.pointer;
}

/** The table of the README, one row for each tool. `total` is how many mistakes there are. */
export function comparisonTable(tools: ReadonlyMap<string, Verdict<Mistake>>, total: number): string {
  const rows = [...tools].map(([name, { messages, withLine, found, surplus }]) => [
    name,
    messages.length,
    withLine,
    found.length,
    surplus.length,
  ]);
  const found = `mistakes found (of ${total})`;
  const head = ["tool", "messages", "with a line", found, "repeated or misleading"];
  return [head, ["---", "--:", "--:", "--:", "--:"], ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
