import type { ClanCard } from "@clanhall/contract/clans";
import type { Member } from "@clanhall/contract/members";
import { pages } from "@clanhall/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { Navigate, useLocation, useNavigate } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { ClanPage } from "../domain/clan-page.tsx";
import { toPlayerPage } from "../domain/clan-screens.ts";
import { clanQuery } from "../domain/clans.ts";
import { attentionQuery } from "../domain/decisions.ts";
import { mayInClan } from "../domain/permissions.ts";
import { AwayDialog } from "../domain/disputes.tsx";
import type { RosterDecision } from "../features/members/actions.tsx";
import { Roster, RosterTools } from "../features/members/roster.tsx";
import { lazyPart } from "../lib/load-chunk.ts";
import { Skeleton } from "../ui/async-section.tsx";
import { lazyDialog } from "../ui/lazy-dialog.tsx";
import { useSearchParams } from "../ui/lists/search-filters.ts";
import { Tabs } from "../ui/tabs.tsx";

const Attention = lazyPart(async () => (await import("../features/decisions/attention.tsx")).Attention);
const RosterDecisionDialog = lazyDialog(
  async () => (await import("../features/decisions/player-decisions.tsx")).RosterDecisionDialog,
);
const Requests = lazyPart(async () => (await import("../features/decisions/requests.tsx")).Requests);
const JoinQueue = lazyPart(async () => (await import("../features/joining/queue.tsx")).JoinQueue);

/** One player has a page of their own. */
export function ManagePlayersPage() {
  const player = useLocation({ select: ({ search }) => (search as { player?: unknown }).player });
  if (typeof player === "string") return <Navigate {...toPlayerPage(player)} replace />;
  return (
    <ClanPage title="Manage Players" action="clan.view">
      {(clan) => <Players key={clan.id} clan={clan} />}
    </ClanPage>
  );
}

const params = { view: { values: ["roster", "attention", "requests"], initial: "roster" } } as const;

/** The roster for everybody; what is to be decided for those who may. */
function Players({ clan }: { clan: ClanCard }) {
  const view = useSearchParams(params).values.view || "roster";
  const isOfficer = mayInClan(clan, "attention.view");
  const { data: attention } = useQuery({ ...attentionQuery(clan.id), enabled: isOfficer });
  const navigate = useNavigate();
  if (!isOfficer) return <RosterOf clan={clan} />;
  const toView = (name: string) => ({ view: name, state: undefined, kind: undefined });
  return (
    <>
      <Tabs
        label="Players"
        current={view}
        items={[
          { key: "roster", label: "Roster", count: clan.members.active, search: toView("roster") },
          {
            key: "attention",
            label: "Attention",
            search: toView("attention"),
            ...(attention && { count: attention.items.length, isWaiting: true }),
          },
          {
            key: "requests",
            label: "Requests",
            ...(clan.open_requests > 0 && { count: clan.open_requests, isWaiting: true }),
            search: toView("requests"),
          },
        ]}
      />
      {view === "roster" ? (
        <RosterOf clan={clan} />
      ) : (
        <Suspense fallback={<Skeleton label="Loading" shape="lines" count={4} />}>
          {mayInClan(clan, "member.manage") && (
            <RosterTools onOpen={(show) => void navigate({ to: ".", search: { clan: clan.id, show } })} />
          )}
          {view === "attention" ? (
            <Attention clan={clan} />
          ) : (
            <Requests clan={clan} joining={mayInClan(clan, "join.decide") ? <JoinQueue clan={clan} /> : null} />
          )}
        </Suspense>
      )}
    </>
  );
}

/** What is being decided about one player of the roster. */
interface Decided {
  decision: RosterDecision;
  row: Member;
}

function RosterOf({ clan }: { clan: ClanCard }) {
  const navigate = useNavigate();
  const [isAway, setAway] = useState(false);
  const [decided, setDecided] = useState<Decided | null>(null);
  const { data: settings } = useQuery(clanQuery(clan.id));
  const onInvite = (member: string) => void navigate({ to: pages.invites.path, search: { clan: clan.id, member } });
  return (
    <>
      <Roster
        clan={clan}
        rules={settings?.day_rules}
        onInvite={onInvite}
        onAway={() => setAway(true)}
        onDecide={(decision, row) => setDecided({ decision, row })}
      />
      {decided && <RosterDecisionDialog clanId={clan.id} {...decided} onClose={() => setDecided(null)} />}
      {isAway && <AwayDialog clanId={clan.id} today={clan.today.clan_date} onClose={() => setAway(false)} />}
    </>
  );
}
