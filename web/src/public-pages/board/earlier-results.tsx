import { pages } from "@clanhall/contract/pages";
import type { PublicStandings } from "@clanhall/contract/standings";

/** How many are listed before the rest folds away. */
const shown = 12;

interface EarlierResultsProps {
  standings: PublicStandings;
  isEmbedded: boolean;
}

/** Links to the results of past weeks or months. */
export function EarlierResults({ standings, isEmbedded }: EarlierResultsProps) {
  const { earlier, board } = standings;
  if (earlier.length === 0) return null;
  const items = earlier.map(({ from, label }) => (
    <li key={from}>
      <a href={periodHref(from, isEmbedded)} aria-current={from === board.period.from ? "page" : undefined}>
        {label}
      </a>
    </li>
  ));
  return (
    <nav className="earlier" aria-labelledby="earlier" data-part="earlier">
      <h2 id="earlier">Earlier results</h2>
      <ul>{items.slice(0, shown)}</ul>
      {items.length > shown && (
        <details>
          <summary>{items.length - shown} more</summary>
          <ul>{items.slice(shown)}</ul>
        </details>
      )}
    </nav>
  );
}

/** A running board shows a frozen result only when an earlier period was asked for. */
export function isEarlier({ board, is_final, earlier }: PublicStandings): boolean {
  return (is_final && board.state === "active") || earlier.some(({ from }) => from === board.period.from);
}

export function boardHref(token: string, isEmbedded = false): string {
  return pages.publicScoreboard.path.replace("$token", encodeURIComponent(token)) + (isEmbedded ? "?embed=1" : "");
}

function periodHref(from: string, isEmbedded: boolean): string {
  return `?${isEmbedded ? "embed=1&" : ""}period=${from}`;
}
