/** Asks once for everybody who waits, and again when the answer is too old or there was none. */
export function remember<Answer>(ask: () => Promise<Answer>, lifeMs: number): () => Promise<Answer> {
  let kept: { answer: Promise<Answer>; until: number } | null = null;
  return () => {
    if (kept && kept.until > Date.now()) return kept.answer;
    const answer = ask();
    kept = { answer, until: Date.now() + lifeMs };
    answer.catch(() => {
      if (kept?.answer === answer) kept = null;
    });
    return answer;
  };
}
