import { isForManagers, memberFields, memberTexts } from "@clanhall/contract/fields/member-fields";
import type { Member } from "@clanhall/contract/members";
import { roleNames, statusNames } from "../../domain/formats.ts";
import { PlayerLink } from "../../domain/player-link.tsx";
import { formatDate, formatPercent } from "../../lib/format.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Muted } from "../../ui/core/layout.tsx";
import type { Column } from "../../ui/lists/data-list-state.ts";
import styles from "./members.module.css";

/** The clan date of an instant. */
export type ToDay = (instant: string) => string;

interface MemberColumn extends Column<Member> {
  /** Only for those who manage the clan. */
  isPrivate?: boolean;
}

const figureColumns: MemberColumn[] = [
  {
    key: "last_entry",
    label: "Last entry",
    width: 104,
    cell: ({ last_entry }) => formatDate(last_entry),
    sort: ({ last_entry }) => last_entry,
  },
  {
    key: "rate_7",
    label: "7 days",
    width: 76,
    align: "end",
    card: "figure",
    cell: ({ rate_7 }) => formatPercent(rate_7, 0),
    sort: ({ rate_7 }) => rate_7,
    isEmpty: ({ rate_7 }) => rate_7 === null,
  },
  {
    key: "rate_30",
    label: "30 days",
    width: 82,
    align: "end",
    cell: ({ rate_30 }) => formatPercent(rate_30, 0),
    sort: ({ rate_30 }) => rate_30,
  },
  {
    key: "away",
    label: memberFields.away.csv,
    width: 104,
    card: "fact",
    cell: ({ away_until }) => formatDate(away_until),
    phone: ({ away_until }) => `away until ${formatDate(away_until)}`,
    sort: ({ away_until }) => away_until,
    isEmpty: ({ away_until }) => away_until === null,
  },
  {
    key: "groups",
    label: memberFields.groups.label,
    width: 84,
    card: "fact",
    cell: ({ groups }) => <Cut text={groups.join(", ")} />,
    phone: ({ groups }) => groups.join(", "),
    isEmpty: ({ groups }) => groups.length === 0,
  },
  {
    key: "notes",
    label: "Notes",
    width: 120,
    isPrivate: true,
    isHidden: true,
    cell: (row) => <Cut text={noteOf(row)} />,
  },
];

/** What the roster can show. Accounts and notes are only for those who manage the clan. */
export function memberColumns(canManage: boolean, toDay: ToDay): Column<Member>[] {
  const columns: MemberColumn[] = [
    {
      key: "name",
      label: "Player",
      card: "title",
      icon: ({ name, tint }) => <Avatar name={name} color={tint} />,
      cell: (row) => <MemberName row={row} />,
      note: ({ aliases }) => <span title={aliases.join(", ")}>{aliases.join(", ")}</span>,
      phone: ({ aliases }) => aliases.length > 0 && `also ${aliases.join(", ")}`,
    },
    {
      key: "role",
      label: "Role",
      width: 92,
      card: "fact",
      cell: ({ role }) => roleNames[role],
      isEmpty: ({ role }) => role === "member",
    },
    {
      key: "account",
      label: "Account",
      width: 76,
      isPrivate: true,
      // Until when an invite is open is said where the pointer rests, and among the invites.
      cell: (row) => (
        <Muted className={row.user_id === null ? undefined : styles.linked} title={accountText(row)}>
          {row.user_id === null && row.invite.state === "open" ? "Invited" : accountText(row)}
        </Muted>
      ),
    },
    {
      key: "joined",
      label: memberFields.joined_on.csv,
      width: 104,
      cell: ({ joined_at }) => formatDate(toDay(joined_at)),
      sort: ({ joined_at }) => joined_at,
    },
    ...figureColumns,
  ];
  return columns
    .filter(({ isPrivate }) => canManage || !isPrivate)
    .map(({ isPrivate: _isPrivate, ...column }) => ({ ...column, hideable: column.card !== "title" }));
}

function accountText({ user_id, invite }: Member): string {
  if (user_id !== null) return "Linked";
  if (invite.state === "open") return invite.expires_at ? `Invited until ${formatDate(invite.expires_at)}` : "Invited";
  return invite.state === "expired" ? "Invite expired" : "None";
}

/** Somebody who plays no more is marked beside the name: most rows are of people who do. */
function MemberName({ row: { id, name, is_me, status } }: { row: Member }) {
  return (
    <span title={name}>
      <PlayerLink memberId={id}>{name}</PlayerLink>
      {is_me && (
        <>
          {" "}
          <Badge tone="info">You</Badge>
        </>
      )}
      {status !== "active" && (
        <>
          {" "}
          <Badge tone={status === "inactive" ? "warning" : "neutral"}>{statusNames[status]}</Badge>
        </>
      )}
    </span>
  );
}

function noteOf(row: Member): string {
  return memberTexts
    .filter((name) => row[name])
    .map((name) => (isForManagers(name) ? `Officers: ${row[name]}` : row[name]))
    .join(" · ");
}

/** A text of any length, in one line; whole where the pointer rests. */
function Cut({ text }: { text: string }) {
  if (text === "") return "—";
  return (
    <span className={styles.cut} title={text}>
      {text}
    </span>
  );
}
