import type { Scoreboard } from "@clanhall/contract/scoreboards";
import type { Standings } from "@clanhall/contract/standings";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Muted, Stack } from "../../ui/core/layout.tsx";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { AsyncSection } from "../../ui/async-section.tsx";
import { hasStatus } from "../../lib/api-errors.ts";
import { myClansQuery } from "../../domain/clans.ts";
import { mayInClan } from "../../domain/permissions.ts";
import { Badge } from "../../ui/badge.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { scoreText, measureName } from "./format.ts";
import { ExplainDialog } from "./explain.tsx";
import { RecountDialog, PeriodsView } from "./periods.tsx";
import { StandingsView } from "./standings-view.tsx";
import { type FrozenPeriod, standingsQuery, useLiveStandings } from "./standings-api.ts";
import styles from "./standings.module.css";
import { Button } from "../../ui/core/button.tsx";
import { RelativeTime, useNow } from "../../ui/relative-time.tsx";

interface StandingsDialogProps {
  board: Scoreboard;
  /** The first day of an earlier week or month; null for what counts now. */
  period: string | null;
  onAddress: (change: { period: string | null }) => void;
  onClose: () => void;
}

/** What is open above the standings. */
type Above = { kind: "explain"; memberId: string } | { kind: "recount"; item: FrozenPeriod };

/** Who stands where on a board, for members of its clan. */
export function StandingsDialog({ board, period, onAddress, onClose }: StandingsDialogProps) {
  const [view, setView] = useState<"standings" | "periods">("standings");
  const [above, setAbove] = useState<Above | null>(null);
  const query = useQuery(standingsQuery(board, period));
  const rights = useRights(board.clan_id);
  useLiveStandings(board, period === null && board.state === "active");
  const show = (from: string | null) => {
    setView("standings");
    onAddress({ period: from });
  };
  return (
    <>
      <Dialog
        title={board.title}
        onClose={onClose}
        size={rights.seesAll && board.columns.includes("activities") ? "page" : "lg"}
      >
        {isRecurring(board) && <Views view={view} onChoose={setView} />}
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
                <StandingsHead board={board} standings={standings} isEarlier={period !== null} onShow={show} />
                <StandingsView
                  board={board}
                  standings={standings}
                  ownId={rights.ownId}
                  canExplain={(memberId) => rights.seesAll || memberId === rights.ownId}
                  onExplain={(memberId) => setAbove({ kind: "explain", memberId })}
                />
              </>
            )}
          </AsyncSection>
        )}
      </Dialog>
      {above?.kind === "explain" && (
        <ExplainDialog board={board} memberId={above.memberId} period={period} onClose={() => setAbove(null)} />
      )}
      {above?.kind === "recount" && <RecountDialog board={board} period={above.item} onClose={() => setAbove(null)} />}
    </>
  );
}

function isRecurring({ period }: Scoreboard): boolean {
  return period.kind === "weekly" || period.kind === "monthly";
}

function useRights(clanId: string) {
  const { data: clans = [] } = useQuery(myClansQuery);
  const clan = clans.find(({ id }) => id === clanId);
  return {
    ownId: clan?.member_id ?? null,
    canManage: clan !== undefined && mayInClan(clan, "clan.manage"),
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

interface StandingsHeadProps {
  board: Scoreboard;
  standings: Standings;
  isEarlier: boolean;
  onShow: (period: string | null) => void;
}

/** What is counted, over which days, and whether it can still move. */
function StandingsHead({ board, standings, isEarlier, onShow }: StandingsHeadProps) {
  const { period, description, measure } = standings.board;
  return (
    <Stack gap={2}>
      {description && <p className={styles.description}>{description}</p>}
      <p className={styles.facts}>
        <strong>{period.label}</strong>
        <Badge tone={standings.is_final ? "info" : board.state === "active" ? "success" : "neutral"}>
          {stateText(board, standings)}
        </Badge>
        <span>{(measure === "activity" && standings.activities[0]?.name) || measureName(measure)}</span>
        <Muted>
          <Updated iso={standings.updated_at} isFinal={standings.is_final} />
        </Muted>
      </p>
      {isEarlier && (
        <Button variant="plain" onClick={() => onShow(null)}>
          Back to the current {board.period.kind === "monthly" ? "month" : "week"}
        </Button>
      )}
    </Stack>
  );
}

function stateText({ state }: Scoreboard, { is_final: isFinal }: Standings): string {
  if (isFinal) return "Final result";
  return state === "archived" ? "Archived" : "Active";
}

function Updated({ iso, isFinal }: { iso: string; isFinal: boolean }) {
  useNow();
  return (
    <>
      {isFinal ? "Frozen" : "Updated"} <RelativeTime iso={iso} />
    </>
  );
}
