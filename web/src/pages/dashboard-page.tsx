import type { WidgetKey } from "@clanhall/contract/account";
import { pages } from "@clanhall/contract/pages";
import { type ReactNode, useDeferredValue } from "react";
import type { ClanCard } from "@clanhall/contract/clans";
import type { ClanAction } from "@clanhall/contract/permissions";
import { ButtonLink } from "../ui/core/button.tsx";
import { BulletinsWidget, useMyBulletins } from "../features/bulletins/widget.tsx";
import {
  AskForInvite,
  ClansMissing,
  DashboardHead,
  DashboardLoading,
  FirstSteps,
  MyStandings,
  TodayStrip,
} from "../features/dashboard/cards.tsx";
import { findLastUsed } from "../domain/clans.ts";
import { NoClan } from "../domain/no-clan.tsx";
import { mayInClan } from "../domain/permissions.ts";
import styles from "../features/dashboard/dashboard.module.css";
import { useClans, useDashboardAddress, useLayout, useStandings, useToday } from "../features/dashboard/api.ts";
import { type Widget, WidgetGrid } from "../features/dashboard/widgets.tsx";
import { InvitesWidget, useMyInvites } from "../features/invites/widget.tsx";
import { lazyDialog } from "../ui/lazy-dialog.tsx";
import { useActiveBoards } from "../features/scoreboards/api.ts";
import { ScoreboardsWidget } from "../features/scoreboards/widget.tsx";

/** Few have asked to join a clan lately. */
const MyJoinRequests = lazyDialog(async () => (await import("../features/joining/my-requests.tsx")).MyJoinRequests);

const noClans: ClanCard[] = [];

/** Everything is asked for at once; nothing is shown in part, so that nothing moves when more comes. */
export function DashboardPage() {
  const clans = useClans();
  const layout = useLayout();
  const address = useDashboardAddress();
  const known = clans.data ?? noClans;
  const { today, isPending } = useToday(clans.data === undefined || known.some(({ role }) => role !== "member"));
  const { standings, isPending: isStandingPending } = useStandings(clans.data === undefined || known.length > 0);
  const chosen = address.clanIds.filter((wanted) => known.some(({ id }) => id === wanted));
  const isChosen = (clanId: string | null) => chosen.length === 0 || (clanId !== null && chosen.includes(clanId));
  const widgets = useWidgets({ clans: clans.data, layout, isChosen, address });
  const shownToday = today.filter(({ clan_id }) => isChosen(clan_id));
  // Drawn in pieces, so that the page hears a tap meanwhile.
  const isReady = useDeferredValue(!clans.isPending && !layout.isPending && !isPending && !isStandingPending);
  const isInNoClan = clans.data?.length === 0;
  return (
    <section className={styles.page}>
      <DashboardHead
        name={isInNoClan ? undefined : layout.name}
        clans={isInNoClan ? null : known}
        chosen={chosen}
        onChoose={(ids) => address.go({ clans: ids })}
      />
      {!isReady ? (
        <DashboardLoading />
      ) : isInNoClan ? (
        <>
          <MyJoinRequests />
          <NoClan name={layout.name} />
        </>
      ) : (
        <>
          {clans.data === undefined && <ClansMissing isTrying={clans.isFetching} onTry={() => void clans.refetch()} />}
          <MyJoinRequests />
          <FirstSteps today={shownToday} />
          <TodayStrip today={shownToday} />
          <MyStandings standings={standings.filter(({ clan_id }) => isChosen(clan_id))} clans={known} />
          <WidgetGrid layout={layout} widgets={widgets} />
          {clans.data?.every(({ role }) => role !== "owner") && <AskForInvite />}
        </>
      )}
    </section>
  );
}

interface WidgetsInput {
  /** Undefined while nobody knows them. */
  clans: ClanCard[] | undefined;
  layout: ReturnType<typeof useLayout>;
  isChosen: (clanId: string | null) => boolean;
  address: ReturnType<typeof useDashboardAddress>;
}

/** What is hidden is not asked for; invites are for those who own a clan, and only of such clans. */
function useWidgets({ clans, layout, isChosen, address }: WidgetsInput): Partial<Record<WidgetKey, Widget>> {
  const owned = new Set(clans?.filter(({ role }) => role === "owner").map(({ id }) => id));
  const isAlone = clans?.length === 0;
  const { hidden } = layout;
  const { boardId, bulletinId, go } = address;
  const boards = useActiveBoards(!isAlone && !hidden.includes("scoreboards"));
  const invites = useMyInvites(owned.size > 0 && !layout.isPending && !hidden.includes("invites"));
  const actionIn = (action: ClanAction) => findClanFor(clans, isChosen, action);
  const bulletins = useMyBulletins(!isAlone && !hidden.includes("bulletins"));
  return {
    scoreboards: {
      isPending: boards.isPending,
      content: (
        <WithLink to={pages.scoreboards.path} label="All scoreboards">
          <ScoreboardsWidget
            {...boards}
            isChosen={isChosen}
            openId={boardId}
            onOpen={(board) => go({ board })}
            action={<EmptyAction to={pages.scoreboards.path} clan={actionIn("clan.manage")} label="Make one" />}
          />
        </WithLink>
      ),
    },
    ...(owned.size > 0 && {
      invites: {
        isPending: invites.isPending,
        content: (
          <WithLink to={pages.invites.path} label="All invites">
            <InvitesWidget
              {...invites}
              isChosen={(id) => id !== null && owned.has(id) && isChosen(id)}
              action={<EmptyAction to={pages.invites.path} clan={actionIn("invite.manage")} label="Invite somebody" />}
            />
          </WithLink>
        ),
      },
    }),
    bulletins: {
      isPending: bulletins.isPending,
      content: (
        <WithLink to={pages.bulletins.path} label="All bulletins">
          <BulletinsWidget
            {...bulletins}
            isChosen={isChosen}
            openId={bulletinId}
            onOpen={(bulletin) => go({ bulletin })}
            action={<EmptyAction to={pages.bulletins.path} clan={actionIn("clan.manage")} label="Write one" />}
          />
        </WithLink>
      ),
    },
  };
}

/** Where somebody may do it: of the chosen clans the one used last, else the first. */
function findClanFor(clans: ClanCard[] = noClans, isChosen: (clanId: string) => boolean, action: ClanAction) {
  const allowed = clans.filter((clan) => isChosen(clan.id) && mayInClan(clan, action));
  return findLastUsed(allowed) ?? allowed[0];
}

type WidgetPath = typeof pages.scoreboards.path | typeof pages.invites.path | typeof pages.bulletins.path;

/** What to do about an empty widget, for who may. */
function EmptyAction({ to, clan, label }: { to: WidgetPath; clan: ClanCard | undefined; label: string }) {
  if (!clan) return null;
  return (
    <ButtonLink size="sm" to={to} search={{ clan: clan.id, ...(to !== pages.invites.path && { new: 1 }) }}>
      {label}
    </ButtonLink>
  );
}

interface WithLinkProps {
  to: WidgetPath;
  label: string;
  children: ReactNode;
}

function WithLink({ to, label, children }: WithLinkProps) {
  return (
    <>
      {children}
      <ButtonLink variant="plain" className={styles.all} to={to}>
        {label}
      </ButtonLink>
    </>
  );
}
