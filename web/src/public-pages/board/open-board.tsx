import { rangeLabel } from "@clanhall/contract/rules/periods";
import type { ProductConfig } from "@clanhall/contract/system";
import { pages } from "@clanhall/contract/pages";
import type { BoardView } from "@clanhall/contract/public-scoreboards";
import { awardNames, awardScore, awardTitle } from "@clanhall/contract/rules/awards";
import { createDateText } from "@clanhall/contract/rules/locale";
import { measureNames, notCountedText } from "@clanhall/contract/rules/score-text";
import type { PublicSeason } from "@clanhall/contract/seasons";
import type { PublicStandings } from "@clanhall/contract/standings";
import { type BoardLayout, boardLayout, Podium, podiumSteps, StandingsRow } from "./standings-row.tsx";

function StandingsTable({ standings }: { standings: PublicStandings }) {
  const { board, activities, rows } = standings;
  const layout = boardLayout(standings);
  const table = (
    <table className={classesOf(layout)}>
      <caption className="visually-hidden">Standings of {board.title}</caption>
      <thead>
        <tr>
          <th scope="col" className="rank">
            <span aria-hidden="true">#</span>
            <span className="visually-hidden">Rank</span>
          </th>
          {layout.change && (
            <th scope="col" className="moved">
              Change
            </th>
          )}
          <th scope="col" className="who">
            Player
          </th>
          {layout.trend && (
            <th scope="col" className="trend">
              {daysLabel(rows[0]?.trend.length ?? 0)}
            </th>
          )}
          {layout.activities.map(({ key, name }) => (
            <th key={key} scope="col" className="amount" dir="auto" title={name}>
              {name}
            </th>
          ))}
          {layout.days_met && (
            <th scope="col" className="met">
              {activities.length === 1 ? "Days met" : "Goals met"}
            </th>
          )}
          <th scope="col" className="score" dir="auto">
            {board.measure === "activity" ? (activities[0]?.name ?? "Score") : measureNames[board.measure]}
          </th>
        </tr>
      </thead>
      {layout.groups.map((group) => (
        <tbody key={group[0]?.member_key}>
          {group.map((row) => (
            <StandingsRow key={row.member_key} row={row} layout={layout} />
          ))}
        </tbody>
      ))}
    </table>
  );
  if (layout.activities.length === 0) return table;
  return (
    /* The frame scrolls, so it has to be reachable for those who scroll by keyboard. */
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="frame" aria-label="Standings by activity" tabIndex={0}>
      {table}
    </section>
  );
}

function classesOf({ isLong, groups }: BoardLayout): string | undefined {
  return [isLong && "long", groups.length > 1 && "groups"].filter(Boolean).join(" ") || undefined;
}

/** A period that has just begun has fewer days to draw. */
function daysLabel(days: number): string {
  return days === 1 ? "Last day" : `Last ${days} days`;
}

type OpenView = Extract<BoardView, { state: "open" }>;

/** Earlier results that are listed before the rest folds away. */
const shownEarlier = 12;
const toClockText = createDateText({ hour: "2-digit", minute: "2-digit" });

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
      {standings.season && <Awards season={standings.season} />}
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
        <p>{is_final ? `No player qualified for ${label}.` : `No player qualifies for ${label} yet.`}</p>
      </div>
    );
  }
  return (
    <div className="notice">
      <h2>{is_final ? "No results" : "No results yet"}</h2>
      <p>
        {is_final
          ? `Nothing was entered for ${label}.`
          : "Standings appear here as soon as the clan enters its first numbers."}
      </p>
    </div>
  );
}

/** What the board is about, and who leads it. */
function BoardHead({ standings }: { standings: PublicStandings }) {
  const { title, description, clan } = standings.board;
  const steps = standings.has_results ? podiumSteps(standings) : [];
  return (
    <header className="board board-head" data-part="head">
      <div className="board-title">
        <p dir="auto">{clan.name}</p>
        <h1 dir="auto">{title}</h1>
        {description && (
          <p className="about" dir="auto">
            {description}
          </p>
        )}
        <Chips standings={standings} />
      </div>
      {steps.length > 0 && <Podium steps={steps} />}
    </header>
  );
}

function Chips({ standings: { board, is_final } }: { standings: PublicStandings }) {
  const { period, reset_time, created_at, expires_at } = board;
  return (
    <ul className="chips">
      {(is_final || board.state === "ended") && <li className="final">Final result</li>}
      <li>
        {period.label} · {period.time_zone}, reset {reset_time}
      </li>
      <li>Created {toDayLabel(created_at, period.time_zone)}</li>
      {expires_at && <li className="warm">Expires {toDayLabel(expires_at, period.time_zone)}</li>}
    </ul>
  );
}

/** What was won in the season that ended with this board. */
function Awards({ season: { name, awards } }: { season: PublicSeason }) {
  if (awards.length === 0) return null;
  return (
    <section className="board awards" aria-labelledby="awards" data-part="awards">
      <h2 id="awards">Awards of {name}</h2>
      <dl>
        {awards.map((award) => (
          <div key={awardTitle(award)}>
            <dt>{awardTitle(award)}</dt>
            <dd>
              <b dir="auto">{awardNames(award.winners)}</b> {awardScore(award)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface EarlierResultsProps {
  standings: PublicStandings;
  isEmbedded: boolean;
}

/** Links to the results of past weeks or months. */
function EarlierResults({ standings, isEmbedded }: EarlierResultsProps) {
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
      <ul>{items.slice(0, shownEarlier)}</ul>
      {items.length > shownEarlier && (
        <details>
          <summary>{items.length - shownEarlier} more</summary>
          <ul>{items.slice(shownEarlier)}</ul>
        </details>
      )}
    </nav>
  );
}

/** A running board shows a frozen result only when an earlier period was asked for. */
function isEarlier({ board, is_final, earlier }: PublicStandings): boolean {
  return (is_final && board.state === "active") || earlier.some(({ from }) => from === board.period.from);
}

export function boardHref(token: string, isEmbedded = false): string {
  return pages.publicScoreboard.path.replace("$token", encodeURIComponent(token)) + (isEmbedded ? "?embed=1" : "");
}

function periodHref(from: string, isEmbedded: boolean): string {
  return `?${isEmbedded ? "embed=1&" : ""}period=${from}`;
}

/** The day of an instant on the clan's calendar: "1 Nov 2026". */
function toDayLabel(iso: string, timeZone: string): string {
  const date = new Date(iso).toLocaleDateString("sv", { timeZone });
  return rangeLabel({ from: date, to: date });
}

/** An instant for readers of any zone: "15 Nov, 20:13 UTC". */
function toClockLabel(iso: string): string {
  const [day, month] = toDayLabel(iso, "UTC").split(" ");
  return `${day} ${month}, ${toClockText(iso)} UTC`;
}
