import type { Scoreboard } from "@clanhall/contract/scoreboards";
import type { Standings } from "@clanhall/contract/standings";
import { useQuery } from "@tanstack/react-query";
import { podiumRanks } from "@clanhall/contract/rules/ranks";
import { measureNames, scoreDecimals } from "@clanhall/contract/rules/score-text";
import { type ReactNode, useId, useState } from "react";
import { Muted, Row, Stack, Text } from "../../ui/core/layout.tsx";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { AsyncSection } from "../../ui/async-section.tsx";
import { hasStatus } from "../../lib/api-errors.ts";
import { myClansQuery } from "../../domain/clans.ts";
import { mayInClan } from "../../domain/permissions.ts";
import { Badge } from "../../ui/badge.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { CardTitle, Surface } from "../../ui/card.tsx";
import { plural } from "../../lib/format.ts";
import { isRepeating, linkStateOf, linkText, scoreText } from "./format.ts";
import { stateNames } from "./columns.tsx";
import { ExplainDialog } from "./explain.tsx";
import { StandingsView, useKeptFocus } from "./standings-view.tsx";
import { type FrozenPeriod, periodsQuery, standingsQuery, useLiveStandings, useRecount } from "./standings-api.ts";
import styles from "./standings.module.css";
import { Button } from "../../ui/core/button.tsx";
import { RelativeTime, useNow } from "../../ui/relative-time.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FindInput } from "../../ui/fields.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { showToast } from "../../ui/toasts.ts";

interface BoardPageProps {
  board: Scoreboard;
  isMain: boolean;
  /** The first day of an earlier week or month; null for what counts now. */
  period: string | null;
  onAddress: (change: { period: string | null }) => void;
  /** What can be done to the board, for those who may. */
  tools: ReactNode;
}

/** What is open above the standings. */
type Above = { kind: "explain"; memberId: string } | { kind: "recount"; item: FrozenPeriod };

/** A board with its leaders and who stands where, for members of its clan. */
export function BoardPage({ board, isMain, period, onAddress, tools }: BoardPageProps) {
  const id = useId();
  const [view, setView] = useState<View>("standings");
  const [typed, setTyped] = useState("");
  const [above, setAbove] = useState<Above | null>(null);
  const isMoving = period === null && board.state === "active";
  const query = useQuery(standingsQuery(board, period, isMoving));
  const rights = useRights(board.clan_id);
  useLiveStandings(board, isMoving);
  useKeptFocus(id, `${view} ${period}`);
  const show = (from: string | null) => {
    setView("standings");
    onAddress({ period: from });
  };
  return (
    <Stack as="section" aria-labelledby={id}>
      <BoardHead
        id={id}
        board={board}
        isMain={isMain}
        standings={query.data}
        tools={tools}
        isManager={rights.isManager}
      />
      <Row className={styles.tools}>
        {isRepeating(board.period.kind) && <Views view={view} onChoose={setView} />}
        {view === "standings" && query.data && (
          <StandingsTools
            board={board}
            standings={query.data}
            typed={typed}
            onFind={setTyped}
            isEarlier={period !== null}
            onShow={show}
          />
        )}
      </Row>
      {view === "periods" ? (
        <PeriodsView
          board={board}
          shown={period}
          onShow={show}
          onRecount={rights.canManage ? (item) => setAbove({ kind: "recount", item }) : null}
        />
      ) : query.data === undefined && hasStatus(query.error, 403, 404) ? (
        <ErrorMessage error={query.error} />
      ) : (
        <AsyncSection query={query} what="The standings" lines={8}>
          {(standings) => (
            <>
              <ChangeStatus key={period} standings={standings} />
              <StandingsView
                board={board}
                standings={standings}
                find={typed}
                ownId={rights.ownId}
                canExplain={(memberId) => rights.seesAll || memberId === rights.ownId}
                onExplain={(memberId) => setAbove({ kind: "explain", memberId })}
              />
            </>
          )}
        </AsyncSection>
      )}
      {above?.kind === "explain" && (
        <ExplainDialog board={board} memberId={above.memberId} period={period} onClose={() => setAbove(null)} />
      )}
      {above?.kind === "recount" && <RecountDialog board={board} period={above.item} onClose={() => setAbove(null)} />}
    </Stack>
  );
}

interface BoardHeadProps {
  id: string;
  board: Scoreboard;
  isMain: boolean;
  /** Undefined until they are there. */
  standings: Standings | undefined;
  tools: ReactNode;
  isManager: boolean;
}

/** What is counted, over which days, who may see it, and who leads. */
function BoardHead({ id, board, isMain, standings, tools, isManager }: BoardHeadProps) {
  const { title, description, measure, range } = board;
  const now = useNow();
  const counted = (measure === "activity" && standings?.activities[0]?.name) || measureNames[measure];
  const link = linkStateOf(board, now);
  return (
    <Surface className={styles.head}>
      <Stack gap={3} className={styles.about}>
        <Muted>{isMain ? `Main board · ${counted}` : counted}</Muted>
        <CardTitle id={id}>{title}</CardTitle>
        {description && (
          <Text as="p" wrap="anywhere" className={styles.description}>
            {description}
          </Text>
        )}
        <Row as="p" gap={2}>
          <Badge>{standings?.board.period.label ?? range.label}</Badge>
          <Badge tone={standings?.is_final ? "info" : board.state === "active" ? "success" : "neutral"}>
            {stateText(board, standings)}
          </Badge>
          {isManager && link !== "off" && (
            <Badge tone={link === "on" ? "info" : "warning"}>
              Link {linkText(board, now).replace(/^./, (first) => first.toLowerCase())}
            </Badge>
          )}
        </Row>
        {tools && (
          <Row gap={2} fill>
            {tools}
          </Row>
        )}
      </Stack>
      {standings?.has_results && standings.rows.length >= podiumFrom && <Podium standings={standings} />}
    </Surface>
  );
}

/** Two on a podium of three look lost. */
const podiumFrom = 3;

/** With as many decimals as the table below. */
function Podium({ standings: { rows, board, activities } }: { standings: Standings }) {
  const decimals = scoreDecimals(
    rows.map(({ score }) => score),
    board.measure,
  );
  return (
    <Row as="ol" gap={2} align="end" nowrap className={styles.podium} aria-label="Leaders">
      {podiumRanks(rows).map(({ rank, players, row }) => {
        const score = rows.find((one) => one.rank === rank)?.score ?? 0;
        const name = row?.name ?? plural(players, "player");
        return (
          <Stack as="li" dim grow gap={1} align="center" size="sm" key={row?.member_id ?? "level"} data-rank={rank}>
            <Avatar name={row?.name ?? String(players)} color={row?.tint ?? 0} size={40} />
            <Text as="strong" wrap="cut" title={name}>
              {name}
            </Text>
            <span>{scoreText(score, board.measure, activities[0], decimals)}</span>
            <span className={styles.step}>{rank}</span>
          </Stack>
        );
      })}
    </Row>
  );
}

function useRights(clanId: string) {
  const { data: clans = [] } = useQuery(myClansQuery);
  const clan = clans.find(({ id }) => id === clanId);
  return {
    ownId: clan?.member_id ?? null,
    canManage: clan !== undefined && mayInClan(clan, "clan.manage"),
    isManager: clan !== undefined && mayInClan(clan, "settings.view"),
    seesAll: clan !== undefined && mayInClan(clan, "values.view"),
  };
}

const viewNames = { standings: "Standings", periods: "Earlier results" };
type View = keyof typeof viewNames;

function Views({ view, onChoose }: { view: View; onChoose: (view: View) => void }) {
  return (
    <Tabs
      label="What is shown"
      items={(Object.keys(viewNames) as View[]).map((key) => ({ key, label: viewNames[key] }))}
      current={view}
      onSelect={onChoose}
    />
  );
}

/** Says aloud that something moved; what was there at first is not said. */
function ChangeStatus({ standings }: { standings: Standings }) {
  const [said, setSaid] = useState({ version: standings.version, text: "" });
  if (said.version !== standings.version) setSaid({ version: standings.version, text: changeText(standings) });
  return (
    <p role="status" className="visually-hidden">
      {said.text}
    </p>
  );
}

function changeText({ rows, board: { measure }, activities }: Standings): string {
  const [first, second] = rows;
  if (!first || first.rank === second?.rank) return "The standings have changed.";
  return `The standings have changed. ${first.name} leads with ${scoreText(first.score, measure, activities[0])}.`;
}

interface StandingsToolsProps {
  board: Scoreboard;
  standings: Standings;
  typed: string;
  onFind: (text: string) => void;
  isEarlier: boolean;
  onShow: (period: string | null) => void;
}

/** Shorter boards are in sight as a whole. */
const searchedFrom = 9;

/** Finds a player, leads back from an earlier period, and says whether the scores can still move. */
function StandingsTools({ board, standings, typed, onFind, isEarlier, onShow }: StandingsToolsProps) {
  return (
    <>
      {(standings.rows.length >= searchedFrom || typed !== "") && (
        <div className={styles.find}>
          <FindInput label="Find a player" value={typed} onFind={onFind} />
        </div>
      )}
      {isEarlier && (
        <Button variant="plain" onClick={() => onShow(null)}>
          Back to the current {board.period.kind === "monthly" ? "month" : "week"}
        </Button>
      )}
      <Muted className={styles.moved}>
        <Moved standings={standings} />
      </Muted>
    </>
  );
}

function stateText({ state }: Scoreboard, standings: Standings | undefined): string {
  return standings?.is_final ? "Final result" : stateNames[state];
}

function Moved({ standings: { is_final, updated_at, scores_moved_at } }: { standings: Standings }) {
  useNow();
  const at = is_final ? updated_at : scores_moved_at;
  return (
    at !== null && (
      <>
        {is_final ? "Frozen" : "Scores moved"} <RelativeTime iso={at} />
      </>
    )
  );
}

interface PeriodsViewProps {
  board: Scoreboard;
  /** The one that is open; null for what counts now. */
  shown: string | null;
  onShow: (period: string) => void;
  /** Null for those who may not. */
  onRecount: ((period: FrozenPeriod) => void) | null;
}

/** The frozen results of earlier weeks or months. */
function PeriodsView({ board, shown, onShow, onRecount }: PeriodsViewProps) {
  const periods = useQuery(periodsQuery(board));
  // Read by the view beside this one; here only for the activity's unit.
  const { data: standings } = useQuery({ ...standingsQuery(board, shown), enabled: false });
  const turn = board.period.kind === "monthly" ? "month" : "week";
  return (
    <AsyncSection query={periods} what="The earlier results" lines={4}>
      {(items) => (
        <>
          {items.length === 0 && (
            <EmptyState title="No earlier results yet">
              {`When the ${turn} ends, its result is frozen and kept here.`}
            </EmptyState>
          )}
          <Stack as="ul" gap={3}>
            {items.map((item) => (
              <PeriodItem
                key={item.from}
                item={item}
                board={board}
                activity={standings?.activities[0]}
                onShow={() => onShow(item.from)}
                onRecount={onRecount && (() => onRecount(item))}
              />
            ))}
          </Stack>
        </>
      )}
    </AsyncSection>
  );
}

interface PeriodItemProps {
  item: FrozenPeriod;
  board: Scoreboard;
  activity: Standings["activities"][number] | undefined;
  onShow: () => void;
  onRecount: (() => void) | null;
}

function PeriodItem({ item, board, activity, onShow, onRecount }: PeriodItemProps) {
  const { label, frozen_at, players, top } = item;
  return (
    <Row as="li" between className={styles.period}>
      <Text as="div" grow>
        <strong>{label}</strong>
        <Muted as="p">
          {plural(players, "player")} · frozen <RelativeTime iso={frozen_at} />
        </Muted>
        {top.length > 0 && (
          <Row
            as="ol"
            tight
            gap={5}
            size="sm"
            wrap="anywhere"
            className={styles.top}
            aria-label={`The best of ${label}`}
          >
            {top.map(({ rank, name, score }) => (
              <li key={`${rank} ${name}`}>
                {rank}. <bdi>{name}</bdi> <Muted>{scoreText(score, board.measure, activity)}</Muted>
              </li>
            ))}
          </Row>
        )}
      </Text>
      <Row gap={2}>
        <Button onClick={onShow}>
          Show<span className="visually-hidden"> {label}</span>
        </Button>
        {onRecount && (
          <Button variant="plain" onClick={onRecount}>
            Recalculate<span className="visually-hidden"> {label}</span>
          </Button>
        )}
      </Row>
    </Row>
  );
}

interface RecountDialogProps {
  board: Scoreboard;
  period: FrozenPeriod;
  onClose: () => void;
}

function RecountDialog({ board, period: { from, label }, onClose }: RecountDialogProps) {
  const recount = useRecount(board);
  const recalculate = async () => {
    await recount.mutateAsync(from);
    showToast({ kind: "success", message: `${label} recalculated` });
  };
  return (
    <ConfirmDialog title={`Recalculate ${label}?`} action="Recalculate" onConfirm={recalculate} onClose={onClose}>
      <p>
        Values entered or corrected since the result was frozen will count, and ranks may change. The current result is
        not kept.
      </p>
    </ConfirmDialog>
  );
}
