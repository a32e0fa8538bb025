/** A bar from the right, as long as the score's share of the largest one; decorative, the number stands above it. */
export function ScoreBar({ score, largest }: { score: number; largest: number }) {
  const length = largest > 0 ? Math.round((Math.abs(score) / largest) * 100) : 0;
  if (!(length > 0)) return null;
  return (
    <svg className={score < 0 ? "minus" : undefined} viewBox="0 0 100 3" preserveAspectRatio="none" aria-hidden="true">
      <path d={`M100 0V3H${100 - length}V0`} />
    </svg>
  );
}
