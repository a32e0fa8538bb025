import type { Member } from "@clanhall/contract/members";
import { useState } from "react";
import { Muted, Row, Stack } from "../../ui/core/layout.tsx";
import { Select } from "../../ui/core/select.tsx";
import { Checkbox } from "../../ui/core/checkbox.tsx";
import { TextField } from "../../ui/core/field.tsx";
import { Button } from "../../ui/core/button.tsx";
import { Expiry } from "./invite-list.tsx";
import styles from "./invites.module.css";
import { toNameKey } from "@clanhall/contract/text";

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
    <div className={styles.filters}>
      <Select
        label="Show"
        value={filter}
        onChange={(value) => onFilter({ show: value })}
        options={(Object.keys(memberFilters) as MemberFilter[]).map((name) => ({
          value: name,
          label: `${memberFilters[name]} (${counts[name]})`,
        }))}
      />
      <TextField
        label="Name or alias"
        type="search"
        autoComplete="off"
        value={text}
        onChange={({ currentTarget }) => onFilter({ q: currentTarget.value })}
      />
    </div>
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
  if (text.trim() === "") return <p className={styles.empty}>{emptyTexts[filter]}</p>;
  return (
    <div className={styles.empty}>
      <p>Nothing matches.</p>
      <Button variant="plain" onClick={onClear}>
        Clear filters
      </Button>
    </div>
  );
}

const emptyTexts: Record<MemberFilter, string> = {
  unlinked: "Everybody on the roster has an account. New players appear here as soon as they are added.",
  none: "Everybody without an account has an open invite.",
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
      <li className={styles.row}>
        <Stack as="span" gap={0} className={styles.what}>
          <strong>{name}</strong>
          <Muted>Linked to an account</Muted>
        </Stack>
      </li>
    );
  }
  return (
    <li className={styles.row}>
      <div className={styles.pick}>
        <Checkbox
          label={
            <Stack as="span" gap={0} className={styles.what}>
              <strong>{name}</strong>
              <Muted>
                <InviteNote invite={invite} now={now} />
              </Muted>
            </Stack>
          }
          aria-label={`Select ${name}`}
          checked={isTicked}
          onChange={onTick}
        />
      </div>
      <Button onClick={onInvite}>
        {invite.state === "none" ? "Invite" : "Invite again"} <span className="visually-hidden">{name}</span>
      </Button>
    </li>
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
  const wanted = toNameKey(text);
  const hasName = ({ name, aliases }: Member) => [name, ...aliases].some((one) => toNameKey(one).includes(wanted));
  return members.filter((member) => fits[filter](member) && hasName(member));
}

function countMembers(members: Member[]): Record<MemberFilter, number> {
  const count = (filter: MemberFilter) => members.filter(fits[filter]).length;
  return { unlinked: count("unlinked"), none: count("none"), open: count("open"), linked: count("linked") };
}
