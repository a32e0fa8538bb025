import type { ProductConfig } from "@clanhall/contract/config";
import type { BoardView } from "@clanhall/contract/public-page";
import { notCountedText } from "@clanhall/contract/score-text";
import type { PublicStandings } from "@clanhall/contract/standings";
import { toClockLabel } from "./board-dates.ts";
import { BoardHead } from "./board-head.tsx";
import { EarlierResults, boardHref, isEarlier } from "./earlier-results.tsx";
import { StandingsTable } from "./standings.tsx";

type OpenView = Extract<BoardView, { state: "open" }>;

/** A board and its standings. The script replaces what is marked as a part whenever the board changes. */
export function OpenBoard({ view, config }: { view: OpenView; config: ProductConfig }) {
  const { standings, token, is_embedded, is_preview } = view;
  return (
    <div className="sheet">
      {is_preview && <p className="strip">Preview: this is what visitors see</p>}
      {isEarlier(standings) && (
        <p className="strip">
          This is an earlier result. <a href={boardHref(token, is_embedded)}>Go to the current standings</a>
        </p>
      )}
      <BoardHead standings={standings} />
      <div className="board">
        <div className="tools">
          <Status updatedAt={standings.updated_at} />
        </div>
        <div data-part="rows">
          {hasRows(standings) ? <StandingsTable standings={standings} /> : <NobodyYet standings={standings} />}
          {standings.not_counted > 0 && <p className="not-counted">{notCountedText(standings.not_counted)}</p>}
        </div>
      </div>
      <EarlierResults standings={standings} isEmbedded={is_embedded} />
      {!is_embedded && config.sign_up && (
        <p className="invite when-out">
          <a className="button" href="/signup">
            Track your own clan with {config.product_name}
          </a>
        </p>
      )}
    </div>
  );
}

function hasRows({ has_results, rows }: PublicStandings): boolean {
  return has_results && rows.length > 0;
}

function Status({ updatedAt }: { updatedAt: string }) {
  return (
    <p className="status" data-part="status">
      <time dateTime={updatedAt}>Updated {toClockLabel(updatedAt)}</time>
    </p>
  );
}

function NobodyYet({ standings: { has_results, is_final, board } }: { standings: PublicStandings }) {
  const { label } = board.period;
  if (has_results) {
    return (
      <div className="notice">
        <h2>Nobody is on this board</h2>
        <p>No player has what it takes to be listed for {label}.</p>
      </div>
    );
  }
  return (
    <div className="notice">
      <h2>{is_final ? "No results" : "No results yet"}</h2>
      <p>
        {is_final
          ? `Nothing was entered for ${label}.`
          : "The race is still open: standings appear here as soon as the clan enters its first numbers."}
      </p>
    </div>
  );
}
