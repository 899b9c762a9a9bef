/** Answers from several configurations: what they say alike is said once. */

export function unique<Answer>(answers: readonly Answer[]): readonly Answer[] {
  return [...new Map(answers.map((answer) => [JSON.stringify(answer), answer])).values()];
}
