import { toPlayerPage } from "../domain/clan-screens.ts";
import type { ClanCard } from "@clanhall/contract/clans";
import type { MemberPage } from "@clanhall/contract/member-page";
import { pages } from "@clanhall/contract/pages";
import { canManageRow } from "@clanhall/contract/permissions";
import { toClanDate } from "@clanhall/contract/rules/clan-day";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { ClanPage } from "../domain/clan-page.tsx";
import { clanQuery } from "../domain/clans.ts";
import { useNamedClan } from "../domain/named-clan.ts";
import { mayInClan } from "../domain/permissions.ts";
import { playerQuery } from "../features/player/api.ts";
import { Player } from "../features/player/player.tsx";
import { toDateInput } from "../lib/format.ts";
import { ButtonLink } from "../ui/core/button.tsx";
import { lazyDialog } from "../ui/lazy-dialog.tsx";

/** What only some open, or only managers have. */
const CellDrawer = lazyDialog(async () => (await import("../features/entries/cell-drawer.tsx")).CellDrawer);
const OwnActions = lazyDialog(async () => (await import("../features/members/own-actions.tsx")).OwnActions);
const loadDecisions = () => import("../features/decisions/player-decisions.tsx");
const PlayerDecisions = lazyDialog(async () => (await loadDecisions()).PlayerDecisions);
const PlayerDecisionButtons = lazyDialog(async () => (await loadDecisions()).PlayerDecisionButtons);
const PlayerActions = lazyDialog(async () => (await import("../features/members/player-actions.tsx")).PlayerActions);

/** The card below shows the name, so that the heading need not. */
export function PlayerPage() {
  const { memberId } = useParams({ from: pages.player.path });
  const { clanId } = useNamedClan();
  const { data } = useQuery({ ...playerQuery(clanId ?? "", memberId), enabled: clanId !== null });
  return (
    <ClanPage title={data?.member.name ?? "Player"} isTitleHidden action="clan.view">
      {(clan) => <PlayerOf key={memberId} clan={clan} memberId={memberId} />}
    </ClanPage>
  );
}

/** What is being changed or decided: the head, the menu and the card beside the timeline open the same. */
type OpenDialog = "warn" | "note" | "promote" | "remove" | "away" | "edit";

interface OpenCell {
  day: string;
  memberId: string;
  activityId: string;
}

function PlayerOf({ clan, memberId }: { clan: ClanCard; memberId: string }) {
  const [cell, setCell] = useState<OpenCell | null>(null);
  const [opened, setOpened] = useState<OpenDialog | null>(null);
  const queries = useQueryClient();
  const { data: page } = useQuery(playerQuery(clan.id, memberId));
  useFollowMerge(page?.member.merged_into_id);
  const closeCell = () => {
    setCell(null);
    void queries.invalidateQueries({ queryKey: playerQuery(clan.id, memberId).queryKey });
  };
  return (
    <>
      <Player
        clan={clan}
        memberId={memberId}
        renderActions={(shown) => <Actions clan={clan} page={shown} opened={opened} onOpen={setOpened} />}
        renderDecisions={(shown) => <PlayerDecisions clan={clan} page={shown} onWarn={() => setOpened("warn")} />}
        onEdit={page && canChange(clan, page) ? setOpened : undefined}
        onCell={({ day, member_id, activity_id }) => setCell({ day, memberId: member_id, activityId: activity_id })}
      />
      {cell && (
        <CellDrawer cell={{ clanId: clan.id, ...cell }} isWriter={mayInClan(clan, "clan.manage")} onClose={closeCell} />
      )}
    </>
  );
}

/** A row that was merged lives on in another. */
function useFollowMerge(into: string | null | undefined): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (into) void navigate({ ...toPlayerPage(into), replace: true });
  }, [navigate, into]);
}

/** Officers change those below them; of themselves they change all but the time away, which they ask for. */
function canChange(clan: ClanCard, { member }: MemberPage): boolean {
  return mayInClan(clan, "member.manage") && !member.is_me && canManageRow(clan.role, member.role);
}

interface ActionsProps {
  clan: ClanCard;
  page: MemberPage;
  opened: OpenDialog | null;
  onOpen: (dialog: OpenDialog | null) => void;
}

function Actions({ clan, page, opened, onOpen }: ActionsProps) {
  const { member } = page;
  const isPromotable = canChange(clan, page) && member.status !== "removed" && mayInClan(clan, "decision.make");
  const navigate = useNavigate();
  const { data: settings } = useQuery(clanQuery(clan.id));
  const canEnter = member.is_me && mayInClan(clan, "entry.write");
  return (
    <>
      {canEnter && (
        <ButtonLink variant="primary" to={pages.dailyActivity.path} search={{ clan: clan.id }}>
          Enter today
        </ButtonLink>
      )}
      {member.is_me && mayInClan(clan, "request.make") && <OwnActions clan={clan} row={member} />}
      <PlayerDecisionButtons
        clan={clan}
        page={page}
        opened={opened === "away" || opened === "edit" ? null : opened}
        onOpen={onOpen}
      />
      {mayInClan(clan, "member.manage") && (
        <PlayerActions
          clan={clan}
          row={member}
          decisions={isPromotable ? [{ label: "Promote", group: "decide", onSelect: () => onOpen("promote") }] : []}
          opened={opened === "away" || opened === "edit" ? opened : null}
          onOpen={onOpen}
          toDay={(at) => (settings ? toClanDate(settings.day_rules, new Date(at)) : toDateInput(at))}
          onInvite={(id) => void navigate({ to: pages.invites.path, search: { clan: clan.id, member: id } })}
        />
      )}
    </>
  );
}
