import type { Scoreboard } from "@clanhall/contract/scoreboards";
import type { Standings } from "@clanhall/contract/standings";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { AsyncSection } from "../../ui/async-section.tsx";
import { hasStatus } from "../../lib/api-errors.ts";
import { myClansQuery } from "../../domain/clans.ts";
import { mayInClan } from "../../domain/permissions.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { scoreText } from "./format.ts";
import { ExplainDialog } from "./explain-dialog.tsx";
import { RecountDialog } from "./periods-recount.tsx";
import { PeriodsView } from "./periods-view.tsx";
import { StandingsHead } from "./standings-head.tsx";
import { StandingsView } from "./standings-view.tsx";
import { type FrozenPeriod, standingsQuery, useLiveStandings } from "./standings.api.ts";
import styles from "./standings.module.css";

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
                <News key={period} standings={standings} />
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
    <div className={styles.views} role="group" aria-label="What is shown">
      {(Object.keys(viewNames) as View[]).map((name) => (
        <button key={name} type="button" aria-pressed={name === view} onClick={() => onChoose(name)}>
          {viewNames[name]}
        </button>
      ))}
    </div>
  );
}

/** Says aloud that something moved; what was there at first is no news. */
function News({ standings }: { standings: Standings }) {
  const [told, setTold] = useState({ version: standings.version, words: "" });
  if (told.version !== standings.version) setTold({ version: standings.version, words: newsOf(standings) });
  return (
    <p role="status" className="unseen">
      {told.words}
    </p>
  );
}

function newsOf({ rows, board: { measure }, activities }: Standings): string {
  const [first, second] = rows;
  if (!first || first.rank === second?.rank) return "The standings have changed.";
  return `The standings have changed. ${first.name} leads with ${scoreText(first.score, measure, activities[0])}.`;
}
