import type { Invite } from "@clanhall/contract/invites";
import type { Member } from "@clanhall/contract/members";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { membersQuery, toMembers } from "../../domain/members.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Surface } from "../../ui/card.tsx";
import { Notice } from "../../ui/core/notice.tsx";
import { hasStatus } from "../../lib/api-errors.ts";
import { lazyDialog } from "../../ui/lazy-dialog.tsx";
import { useNow } from "../../ui/relative-time.tsx";
import { clanInvitesQuery, type Invitee, invitesIn, type InviteState } from "./api.ts";
import { InviteList, MemberList, toMemberFilter } from "./lists.tsx";
import styles from "./invites.module.css";
import { pages } from "@clanhall/contract/pages";
import { Tabs } from "../../ui/tabs.tsx";

const InviteDialog = lazyDialog(async () => (await import("./invite-dialog.tsx")).InviteDialog);
const DetailsDialog = lazyDialog(async () => (await import("./details-dialog.tsx")).DetailsDialog);

/** What the address says about the screen. */
interface InvitesAddress {
  tab: InvitesTab;
  show: string;
  q: string;
  /** The player to invite. */
  member: string;
  /** The invite to look at. */
  invite: string;
}

interface ClanInvitesProps {
  clanId: string;
  address: InvitesAddress;
  onAddress: (change: Partial<Omit<InvitesAddress, "tab">>) => void;
}

/** All invites of a clan and everybody who may get one. */
export function ClanInvites({ clanId, address, onAddress }: ClanInvitesProps) {
  const invites = useQuery(clanInvitesQuery(clanId));
  const members = useQuery({ ...membersQuery(clanId, { status: "active" }), select: toMembers });
  if (hasStatus(invites.error, 403)) {
    return (
      <Notice role="alert">
        Only owners can invite, and maintainers where the owner allows it. Ask the owner of this clan.
      </Notice>
    );
  }
  return (
    <Surface className={styles.card}>
      <AsyncSection query={members} what="The members" lines={6}>
        {(loadedMembers) => (
          <AsyncSection query={invites} what="The invites" lines={6}>
            {(loaded) => (
              <Loaded
                clanId={clanId}
                members={loadedMembers}
                invites={loaded}
                address={address}
                onAddress={onAddress}
              />
            )}
          </AsyncSection>
        )}
      </AsyncSection>
    </Surface>
  );
}

function Loaded({
  clanId,
  members,
  invites,
  address,
  onAddress,
}: ClanInvitesProps & { members: Member[]; invites: Invite[] }) {
  const now = useNow();
  const [many, setMany] = useState<Invitee[] | null>(null);
  const [rounds, setRounds] = useState(0);
  const { tab } = address;
  const findInvitee = (id: string) => members.find((one) => one.id === id && one.user_id === null);
  const one = findInvitee(address.member);
  const chosen = many ?? (one ? [one] : null);
  const shown = invites.find(({ id }) => id === address.invite);
  const close = (hasInvited: boolean) => {
    setMany(null);
    if (hasInvited) setRounds(rounds + 1);
    if (address.member) onAddress({ member: "" });
  };
  return (
    <>
      <InvitesTabs tab={tab} clanId={clanId} counts={countAll(members, invites, now)} />
      {address.member && !one && <NoInvite name={members.find(({ id }) => id === address.member)?.name} />}
      {tab === "members" ? (
        <MemberList
          // Whoever was ticked has their invite; the next round starts afresh.
          key={rounds}
          members={members}
          now={now}
          filter={toMemberFilter(address.show)}
          text={address.q}
          onFilter={onAddress}
          onInvite={(wanted) => (wanted.length === 1 ? onAddress({ member: wanted[0]?.id ?? "" }) : setMany(wanted))}
        />
      ) : (
        <InviteList
          state={tab}
          invites={invitesIn(invites, tab, now)}
          now={now}
          canReissue={(id) => findInvitee(id) !== undefined}
          onReissue={(id) => onAddress({ member: id })}
          onShow={(id) => onAddress({ invite: id })}
        />
      )}
      {chosen && <InviteDialog clanId={clanId} members={chosen} onClose={close} />}
      {shown && !chosen && (
        <DetailsDialog
          clanId={clanId}
          invite={shown}
          onReissue={
            findInvitee(shown.clan_member_id) && (() => onAddress({ invite: "", member: shown.clan_member_id }))
          }
          onClose={() => onAddress({ invite: "" })}
        />
      )}
    </>
  );
}

function countAll(members: Member[], invites: Invite[], now: number) {
  const count = (state: InviteState) => invitesIn(invites, state, now).length;
  return {
    members: members.filter(({ user_id: userId }) => userId === null).length,
    open: count("open"),
    accepted: count("accepted"),
    expired: count("expired"),
    cancelled: count("cancelled"),
  };
}

/** Said to whoever comes by a link for somebody who cannot be invited. */
function NoInvite({ name }: { name: string | undefined }) {
  return (
    <Notice role="status">
      {name === undefined ? "This player is not on the roster." : `${name} already has an account and needs no invite.`}
    </Notice>
  );
}

const tabs = {
  members: "Members",
  open: "Open",
  accepted: "Accepted",
  expired: "Expired",
  cancelled: "Cancelled",
} as const;
type InvitesTab = keyof typeof tabs;

export function toInvitesTab(name: string): InvitesTab {
  return Object.hasOwn(tabs, name) ? (name as InvitesTab) : "members";
}

interface InvitesTabsProps {
  tab: InvitesTab;
  clanId: string;
  counts: Record<InviteState | "members", number>;
}

function InvitesTabs({ tab, clanId, counts }: InvitesTabsProps) {
  return (
    <Tabs
      label="Invites by state"
      className={styles.tabs}
      items={(Object.keys(tabs) as InvitesTab[]).map((name) => ({
        key: name,
        label: tabs[name],
        count: counts[name],
        to: pages.invites.path,
        search: { clan: clanId, tab: name },
      }))}
      current={tab}
    />
  );
}
