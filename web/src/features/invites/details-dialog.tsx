import { defaultInviteHours, type Invite } from "@clanhall/contract/invites";
import { useState } from "react";
import { formatDateTime } from "../../lib/format.ts";
import { Button } from "../../ui/core/button.tsx";
import { Disclosure, Inset } from "../../ui/card.tsx";
import { Muted, Row, Stack } from "../../ui/core/layout.tsx";
import { ErrorMessage, SavedNote } from "../../ui/core/notice.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import {
  endInvite,
  extendTo,
  inviteHistoryQuery,
  type InviteState,
  renewCode,
  stateOf,
  useInviteChange,
} from "./api.ts";
import { Expiry } from "./lists.tsx";
import { hoursOf, type Lifetime, LifetimeField, LinkPanel } from "./invite-dialog.tsx";
import { useNow } from "../../ui/relative-time.tsx";
import { useQuery } from "@tanstack/react-query";
import { AsyncSection } from "../../ui/async-section.tsx";

interface DetailsDialogProps {
  clanId: string;
  invite: Invite;
  /** Left out where the player cannot be invited again. */
  onReissue: (() => void) | undefined;
  onClose: () => void;
}

/** One invite with everything that can be done to it. */
export function DetailsDialog({ clanId, invite, onReissue, onClose }: DetailsDialogProps) {
  const now = useNow();
  const state = stateOf(invite, now);
  return (
    <Dialog title={`Invite for ${invite.clan_member.name}`} onClose={onClose}>
      <Muted as="p">
        {state === "open" ? (
          <>
            Open, expires <Expiry iso={invite.expires_at} now={now} />
          </>
        ) : (
          endText(invite, state)
        )}
      </Muted>
      {state === "open" && invite.invite_token === null && (
        <p>
          If this invite is for a maintainer, only the owner sees its link and code and can change it. Otherwise they
          can no longer be shown: invite this player again.
        </p>
      )}
      {state === "open" && invite.invite_token !== null && (
        <>
          <LinkPanel invite={invite} />
          <OpenActions clanId={clanId} invite={invite} onClose={onClose} />
        </>
      )}
      {state !== "open" && state !== "accepted" && onReissue && (
        <DialogActions>
          <Button variant="primary" onClick={onReissue}>
            Invite again
          </Button>
        </DialogActions>
      )}
      <InviteHistory id={invite.id} />
    </Dialog>
  );
}

function endText(invite: Invite, state: InviteState): string {
  const at = { accepted: invite.processed_at, cancelled: invite.cancelled_at, expired: invite.expires_at, open: null };
  const names = { accepted: "Accepted", cancelled: "Cancelled", expired: "Expired", open: "Open" };
  const moment = at[state];
  return moment === null ? names[state] : `${names[state]} on ${formatDateTime(moment)}`;
}

function OpenActions({ clanId, invite, onClose }: Pick<DetailsDialogProps, "clanId" | "invite" | "onClose">) {
  const [shown, setShown] = useState<"extend" | "cancel" | null>(null);
  const renew = useInviteChange(clanId, renewCode);
  const toggle = (what: "extend" | "cancel") => setShown((before) => (before === what ? null : what));
  return (
    <Stack gap={3} ruled>
      <Row gap={2} fill>
        <Button busy={renew.isPending} onClick={() => renew.isPending || renew.mutate(invite.id)}>
          New code
        </Button>
        <Button aria-expanded={shown === "extend"} onClick={() => toggle("extend")}>
          Extend
        </Button>
        <Button aria-expanded={shown === "cancel"} onClick={() => toggle("cancel")}>
          Cancel invite
        </Button>
      </Row>
      <ErrorMessage error={renew.error} />
      <SavedNote text={renew.isSuccess && "New code created. The old one no longer works."} />
      {shown === "extend" && <Extend clanId={clanId} id={invite.id} />}
      {shown === "cancel" && <Cancel clanId={clanId} id={invite.id} onClose={onClose} />}
    </Stack>
  );
}

function Extend({ clanId, id }: { clanId: string; id: string }) {
  const [lifetime, setLifetime] = useState<Lifetime>({ choice: String(defaultInviteHours), typed: "" });
  const extend = useInviteChange(clanId, extendTo);
  const [isChecked, setChecked] = useState(false);
  const hours = hoursOf(lifetime);
  const send = () => {
    setChecked(true);
    if (hours !== null && !extend.isPending) extend.mutate({ id, hours });
  };
  return (
    <Inset>
      <LifetimeField value={lifetime} onChange={setLifetime} isRefused={isChecked && hours === null} />
      <Row gap={2} fill>
        <Button busy={extend.isPending} onClick={send}>
          Extend from now
        </Button>
        <SavedNote text={extend.isSuccess && "Extended"} />
      </Row>
      <ErrorMessage error={extend.error} />
    </Inset>
  );
}

function Cancel({ clanId, id, onClose }: { clanId: string; id: string; onClose: () => void }) {
  const cancel = useInviteChange(clanId, endInvite);
  return (
    <Inset>
      <p>Link and code stop working at once. This cannot be undone, but the player can be invited again.</p>
      <Button
        variant="danger"
        busy={cancel.isPending}
        onClick={() => cancel.isPending || cancel.mutate(id, { onSuccess: onClose })}
      >
        Cancel it now
      </Button>
      <ErrorMessage error={cancel.error} />
    </Inset>
  );
}

const actionNames: Record<string, string> = {
  "invite.create": "Created",
  "invite.extend": "Extended",
  "invite.new_code": "New code",
  "invite.cancel": "Cancelled",
  "invite.accept": "Accepted",
  "invite.lock": "Locked after wrong codes",
};

/** What happened to an invite, fetched when somebody wants to know. */
function InviteHistory({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false);
  const history = useQuery({ ...inviteHistoryQuery(id), enabled: isOpen });
  return (
    <Disclosure summary="History" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      {isOpen && (
        <AsyncSection query={history} what="The history" lines={2}>
          {(items) => (
            <Stack as="ol" gap={3}>
              {items.map(({ at, action, actor }) => (
                <li key={`${at} ${action}`}>
                  <strong>{actionNames[action] ?? readAction(action)}</strong>
                  {actor !== null && ` by ${actor}`}
                  <Muted as="div">{formatDateTime(at)}</Muted>
                </li>
              ))}
            </Stack>
          )}
        </AsyncSection>
      )}
    </Disclosure>
  );
}

/** An action the list above does not know yet: "invite.code_wrong" reads "code wrong". */
function readAction(action: string): string {
  return action.replace(/^invite\./, "").replaceAll(/[._-]/g, " ");
}
