import type { Scoreboard } from "@clanhall/contract/scoreboards";
import type { Standings } from "@clanhall/contract/standings";
import { pages } from "@clanhall/contract/pages";
import { useSearch } from "@tanstack/react-router";
import { foldText } from "@clanhall/contract/rules/fold-text";
import { plural } from "../../lib/format.ts";
import { Button, ButtonLink } from "../../ui/core/button.tsx";
import { Muted, Stack, Text } from "../../ui/core/layout.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { restoreLostFocus } from "../../ui/focus.ts";
import { MoreButton } from "../../ui/pager.tsx";
import { useIsPhone } from "../../lib/media.ts";
import { useEffect, useRef, useState } from "react";
import { Avatar } from "../../ui/avatar.tsx";
import { leftOutText, scoreText } from "./format.ts";
import styles from "./standings.module.css";
import { StandingsList, type StandingRowsProps, StandingsTable } from "./standings-table.tsx";

interface StandingsViewProps extends Omit<StandingRowsProps, "rows" | "hasColumn"> {
  board: Scoreboard;
  /** Part of the names to show. */
  find: string;
}

const pageSize = 100;

export function StandingsView({ board, find, ...view }: StandingsViewProps) {
  const { standings, ownId } = view;
  const [shown, setShown] = useState(pageSize);
  const isNarrow = useIsPhone();
  const { row: wanted } = useSearch({ strict: false }) as { row?: string };
  const list = useRef<HTMLDivElement>(null);
  // Whoever comes from a player's rank arrives at their row.
  useEffect(() => {
    if (wanted)
      list.current?.querySelector(`[data-row="${CSS.escape(wanted)}"]`)?.scrollIntoView?.({ block: "center" });
  }, [wanted]);
  if (!standings.has_results || standings.rows.length === 0) return <NoResults board={board} standings={standings} />;
  const text = foldText(find);
  const found = standings.rows.filter(({ name }) => foldText(name).includes(text));
  // One's own row is there however far down it stands.
  const rows = found.filter(({ member_id }, index) => index < shown || member_id === ownId || member_id === wanted);
  const own = rows.find(({ member_id }) => member_id === ownId);
  const hadBefore = standings.rows.some(({ previous_rank }) => previous_rank !== null);
  const hasColumn: StandingRowsProps["hasColumn"] = (name) =>
    standings.board.columns.includes(name) && (name !== "change" || hadBefore);
  const Rows = isNarrow ? StandingsList : StandingsTable;
  return (
    <Stack gap={3}>
      {found.length === 0 ? (
        <Muted as="p">No players found.</Muted>
      ) : (
        <div ref={list}>
          <Rows {...view} rows={rows} hasColumn={hasColumn} />
        </div>
      )}
      {own && <OwnRow key={own.member_id} standings={standings} row={own} />}
      <MoreButton hasMore={rows.length < found.length} onMore={() => setShown(shown + pageSize)}>
        Show more of {plural(found.length, "player")}
      </MoreButton>
      <Notes board={board} leftOut={standings.left_out} />
    </Stack>
  );
}

/** One's own row at the foot of the list, for as long as the row itself is out of sight. */
function OwnRow({ standings, row }: { standings: Standings; row: Standings["rows"][number] }) {
  const bar = useRef<HTMLDivElement>(null);
  const [isInSight, setInSight] = useState(true);
  useEffect(() => {
    const own = findOwnRow(bar.current);
    if (!own || typeof IntersectionObserver === "undefined") return undefined;
    const observer = new IntersectionObserver(([entry]) => setInSight(entry?.isIntersecting ?? true));
    observer.observe(own);
    return () => observer.disconnect();
  }, []);
  const { board, activities } = standings;
  return (
    <div ref={bar} className={styles.ownRow} hidden={isInSight}>
      {!isInSight && (
        <>
          <strong>{row.rank}</strong>
          <Avatar name={row.name} color={row.tint} size={24} />
          <Text as="bdi" grow wrap="anywhere">
            {row.name}
          </Text>
          <strong>{scoreText(row.score, board.measure, activities[0])}</strong>
          <Button variant="plain" onClick={() => findOwnRow(bar.current)?.scrollIntoView({ block: "center" })}>
            Go to my row
          </Button>
        </>
      )}
    </div>
  );
}

function findOwnRow(bar: HTMLElement | null): Element | null {
  return bar?.parentElement?.querySelector("[data-own]") ?? null;
}

function Notes({ board, leftOut }: { board: Scoreboard; leftOut: number }) {
  return (
    <>
      {board.top_n !== null && <Muted as="p">The board shows {plural(board.top_n, "rank")}.</Muted>}
      {leftOut > 0 && <Muted as="p">{leftOutText(leftOut, board)}</Muted>}
    </>
  );
}

function NoResults({ board, standings }: { board: Scoreboard; standings: Standings }) {
  const { has_results: hasResults, is_final: isFinal, left_out: leftOut } = standings;
  return (
    <EmptyState
      title={hasResults ? "Nobody is on the board" : "No results yet"}
      actions={
        !hasResults &&
        !isFinal && (
          <ButtonLink to={pages.dailyActivity.path} search={{ clan: board.clan_id }}>
            Daily Activity
          </ButtonLink>
        )
      }
    >
      <p>
        {hasResults
          ? "Nobody who takes part qualifies for these days."
          : isFinal
            ? "Nothing was entered for these days."
            : "The standings will be here once the first value of these days is entered."}
      </p>
      {leftOut > 0 && <p>{leftOutText(leftOut, board)}</p>}
    </EmptyState>
  );
}

/** The button that leads to other standings goes with what it leaves. */
export function useKeptFocus(titleId: string, shown: string): void {
  const before = useRef(shown);
  useEffect(() => {
    if (before.current !== shown) restoreLostFocus(document.getElementById(titleId)?.closest("section"));
    before.current = shown;
  }, [titleId, shown]);
}
