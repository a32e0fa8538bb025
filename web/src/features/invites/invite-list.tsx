import type { Invite } from "@clanhall/contract/invites";
import { Button } from "../../ui/core/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { type InviteState, toLink } from "./format.ts";
import { Muted, Row, Stack } from "../../ui/core/layout.tsx";
import styles from "./invites.module.css";
import { formatDateTime, formatRelative } from "../../lib/format.ts";

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
  if (invites.length === 0) return <p className={styles.empty}>{empty[state]}</p>;
  return (
    <ul aria-label={`${state} invites`}>
      {invites.map((invite) => (
        <li key={invite.id} className={styles.row}>
          <Stack gap={0} className={styles.what}>
            <strong>{invite.clan_member.name}</strong>
            <Muted as="div">
              <When invite={invite} state={state} now={now} />
            </Muted>
          </Stack>
          <Row gap={2} fill className={styles.rowActions}>
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
        </li>
      ))}
    </ul>
  );
}

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
