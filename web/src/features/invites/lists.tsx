import { ItemText, ListItem } from "../../ui/list.tsx";
import { FieldGrid } from "../../ui/fields.tsx";
import type { Member } from "@clanhall/contract/members";
import { useState } from "react";
import { Muted, Row } from "../../ui/core/layout.tsx";
import { Select } from "../../ui/core/select.tsx";
import { Checkbox } from "../../ui/core/checkbox.tsx";
import { FieldLabel } from "../../ui/core/field.tsx";
import { Button } from "../../ui/core/button.tsx";
import { foldText } from "@clanhall/contract/rules/fold-text";
import type { Invite } from "@clanhall/contract/invites";
import { CopyButton } from "../../ui/copy-button.tsx";
import { type CsvColumns, fieldColumns, saveCsv } from "../../ui/lists/csv-file.ts";
import { CsvButton } from "../../ui/lists/data-list.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import { type InviteState, toLink } from "./api.ts";
import { formatDateTime, formatRelative } from "../../lib/format.ts";

const pageSize = 100;

interface MemberListProps {
  members: Member[];
  now: number;
  filter: MemberFilter;
  text: string;
  onFilter: (change: { show?: MemberFilter; q?: string }) => void;
  onInvite: (members: Member[]) => void;
}

/** Who has an account and who does not, with an invite for one or for many. */
export function MemberList({ members, now, filter, text, onFilter, onInvite }: MemberListProps) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [limit, setLimit] = useState(pageSize);
  const found = findMembers(members, filter, text);
  const free = found.filter(({ user_id: userId }) => userId === null);
  const tick = (ids: string[], isTicked: boolean) =>
    setTicked((before) => new Set(isTicked ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id))));
  return (
    <>
      <MemberFilters members={members} filter={filter} text={text} onFilter={onFilter} />
      {found.length === 0 && <NothingFound filter={filter} text={text} onClear={() => onFilter({ q: "" })} />}
      {free.length > 1 && (
        <InviteMany
          free={free}
          inviting={free.filter(({ id }) => ticked.has(id))}
          onTickAll={(isTicked) => tick(free.map(toId), isTicked)}
          onInvite={onInvite}
        />
      )}
      {found.length > 0 && (
        <ul aria-label="Members">
          {found.slice(0, limit).map((member) => (
            <MemberRow
              key={member.id}
              member={member}
              now={now}
              isTicked={ticked.has(member.id)}
              onTick={(isTicked) => tick([member.id], isTicked)}
              onInvite={() => onInvite([member])}
            />
          ))}
        </ul>
      )}
      {found.length > limit && (
        <Button onClick={() => setLimit(limit + pageSize)}>
          Show {Math.min(pageSize, found.length - limit)} more of {found.length}
        </Button>
      )}
    </>
  );
}

function toId({ id }: Member): string {
  return id;
}

function MemberFilters({
  members,
  filter,
  text,
  onFilter,
}: Pick<MemberListProps, "members" | "filter" | "text" | "onFilter">) {
  const counts = countMembers(members);
  return (
    <FieldGrid>
      <Select
        label="Show"
        value={filter}
        onChange={(value) => onFilter({ show: value })}
        options={(Object.keys(memberFilters) as MemberFilter[]).map((name) => ({
          value: name,
          label: `${memberFilters[name]} (${counts[name]})`,
        }))}
      />
      <div>
        <FieldLabel>Player</FieldLabel>
        <SearchBox label="Name or alias" text={text} onSearch={(q) => onFilter({ q })} />
      </div>
    </FieldGrid>
  );
}

interface InviteManyProps {
  free: Member[];
  inviting: Member[];
  onTickAll: (isTicked: boolean) => void;
  onInvite: (members: Member[]) => void;
}

function InviteMany({ free, inviting, onTickAll, onInvite }: InviteManyProps) {
  return (
    <Row between gap={2}>
      <Checkbox
        label={`All ${free.length}`}
        checked={inviting.length === free.length}
        indeterminate={inviting.length > 0 && inviting.length < free.length}
        onChange={onTickAll}
      />
      <Button variant="primary" disabled={inviting.length === 0} onClick={() => onInvite(inviting)}>
        {inviting.length === 0 ? "Invite selected" : `Invite ${inviting.length} selected`}
      </Button>
    </Row>
  );
}

function NothingFound({ filter, text, onClear }: { filter: MemberFilter; text: string; onClear: () => void }) {
  if (text.trim() === "") return <Muted as="p">{emptyTexts[filter]}</Muted>;
  return (
    <Row>
      <Muted as="p">Nothing matches.</Muted>
      <Button variant="plain" onClick={onClear}>
        Clear filters
      </Button>
    </Row>
  );
}

const emptyTexts: Record<MemberFilter, string> = {
  unlinked: "Everyone on the roster has an account. New players appear here as soon as they are added.",
  none: "Everyone without an account has an open invite.",
  open: "Nobody has an open invite.",
  linked: "Nobody has an account yet.",
};

interface MemberRowProps {
  member: Member;
  now: number;
  isTicked: boolean;
  onTick: (isTicked: boolean) => void;
  onInvite: () => void;
}

function MemberRow({ member, now, isTicked, onTick, onInvite }: MemberRowProps) {
  const { name, user_id: userId, invite } = member;
  if (userId !== null) {
    return (
      <ListItem>
        <ItemText>
          <strong>{name}</strong>
          <Muted as="div">Linked to an account</Muted>
        </ItemText>
      </ListItem>
    );
  }
  return (
    <ListItem>
      <ItemText>
        <Checkbox
          label={name}
          note={<InviteNote invite={invite} now={now} />}
          aria-label={`Select ${name}`}
          checked={isTicked}
          onChange={onTick}
        />
      </ItemText>
      <Button onClick={onInvite}>
        {invite.state === "none" ? "Invite" : "Invite again"} <span className="visually-hidden">{name}</span>
      </Button>
    </ListItem>
  );
}

function InviteNote({ invite, now }: Pick<Member, "invite"> & { now: number }) {
  if (invite.state === "none") return "No invite";
  return (
    <>
      {invite.state === "open" ? "Invited, expires" : "Invite expired"}{" "}
      <Expiry iso={invite.expires_at} now={now} isShort />
    </>
  );
}

const memberFilters = {
  unlinked: "Without an account",
  none: "Not invited",
  open: "Invited",
  linked: "Linked",
} as const;
type MemberFilter = keyof typeof memberFilters;

export function toMemberFilter(name: string): MemberFilter {
  return Object.hasOwn(memberFilters, name) ? (name as MemberFilter) : "unlinked";
}

const fits: Record<MemberFilter, (member: Member) => boolean> = {
  unlinked: ({ user_id: userId }) => userId === null,
  none: ({ user_id: userId, invite }) => userId === null && invite.state !== "open",
  open: ({ user_id: userId, invite }) => userId === null && invite.state === "open",
  linked: ({ user_id: userId }) => userId !== null,
};

function findMembers(members: Member[], filter: MemberFilter, text: string): Member[] {
  const wanted = foldText(text);
  const hasName = ({ name, aliases }: Member) => [name, ...aliases].some((one) => foldText(one).includes(wanted));
  return members.filter((member) => fits[filter](member) && hasName(member));
}

function countMembers(members: Member[]): Record<MemberFilter, number> {
  const count = (filter: MemberFilter) => members.filter(fits[filter]).length;
  return { unlinked: count("unlinked"), none: count("none"), open: count("open"), linked: count("linked") };
}

const empty: Record<InviteState, string> = {
  open: "No open invites. Select players under Members and invite them.",
  accepted: "No accepted invites yet.",
  expired: "No expired invites.",
  cancelled: "No cancelled invites.",
};

interface InviteListProps {
  state: InviteState;
  invites: Invite[];
  now: number;
  /** Players that may be invited again. */
  canReissue: (memberId: string) => boolean;
  onReissue: (memberId: string) => void;
  onShow: (inviteId: string) => void;
}

export function InviteList({ state, invites, now, canReissue, onReissue, onShow }: InviteListProps) {
  if (invites.length === 0) return <Muted as="p">{empty[state]}</Muted>;
  const save = () => saveCsv(`invites-${state}`, invites, fileColumns);
  return (
    <>
      <ul aria-label={`${state} invites`}>
        {invites.map((invite) => (
          <ListItem key={invite.id}>
            <ItemText>
              <strong>{invite.clan_member.name}</strong>
              <Muted as="div">
                <When invite={invite} state={state} now={now} />
              </Muted>
            </ItemText>
            <Row gap={2} fill>
              {state === "open" && <Copies invite={invite} />}
              {state !== "open" && state !== "accepted" && canReissue(invite.clan_member_id) && (
                <Button onClick={() => onReissue(invite.clan_member_id)}>
                  Invite again <span className="visually-hidden">{invite.clan_member.name}</span>
                </Button>
              )}
              <Button onClick={() => onShow(invite.id)}>
                {state === "open" ? "More" : "Details"}{" "}
                <span className="visually-hidden">of {invite.clan_member.name}</span>
              </Button>
            </Row>
          </ListItem>
        ))}
      </ul>
      <Row>
        <CsvButton label="Export CSV" onSave={save} />
      </Row>
    </>
  );
}

/** Without link and code: whoever has the file is not invited. */
const fileColumns: CsvColumns<Invite> = {
  player: ({ clan_member }) => clan_member.name,
  ...fieldColumns<Invite>("created_at", "expires_at", "processed_at", "cancelled_at"),
};

function Copies({ invite }: { invite: Invite }) {
  const link = toLink(invite);
  const code = invite.verification_code;
  if (link === "" || code === null) return null;
  return (
    <>
      <CopyButton key={link} label="Copy link" text={link} />
      <CopyButton key={code} label="Copy code" text={code} />
    </>
  );
}

function When({ invite, state, now }: Pick<InviteListProps, "state" | "now"> & { invite: Invite }) {
  if (state === "accepted")
    return <>Accepted {invite.processed_at && <Expiry iso={invite.processed_at} now={now} />}</>;
  if (state === "cancelled")
    return <>Cancelled {invite.cancelled_at && <Expiry iso={invite.cancelled_at} now={now} />}</>;
  return (
    <>
      {state === "open" ? "Expires" : "Expired"} <Expiry iso={invite.expires_at} now={now} />
    </>
  );
}

interface ExpiryProps {
  iso: string | null;
  now: number;
  /** Where there is little room: exactly only on hover. */
  isShort?: boolean;
}

/** When something ends or ended: as people say it, and exactly. */
export function Expiry({ iso, now, isShort = false }: ExpiryProps) {
  if (iso === null) return <>never</>;
  if (isShort) {
    return (
      <time dateTime={iso} title={formatDateTime(iso)}>
        {formatRelative(iso, now)}
      </time>
    );
  }
  return (
    <time dateTime={iso}>
      {formatRelative(iso, now)} ({formatDateTime(iso)})
    </time>
  );
}
