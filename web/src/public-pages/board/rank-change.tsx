/** Places won since the period before, negative when they were lost; null for whoever was not ranked then. */
export function RankChange({ places }: { places: number | null }) {
  if (places === null) return <span className="change">new</span>;
  if (places === 0) {
    return (
      <span className="change">
        –<span className="unseen"> no change</span>
      </span>
    );
  }
  return (
    <span className={places > 0 ? "change up" : "change down"}>
      <span aria-hidden="true">{places > 0 ? "▲" : "▼"}</span>
      <span className="unseen">{places > 0 ? "up" : "down"}</span> {Math.abs(places)}
    </span>
  );
}
