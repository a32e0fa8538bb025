import type { Warning } from "@clanhall/contract/attention";
import type { ClanCard } from "@clanhall/contract/clans";
import type { MemberPage } from "@clanhall/contract/member-page";
import type { Member } from "@clanhall/contract/members";
import { canManageRow } from "@clanhall/contract/permissions";
import type { ClanRequest } from "@clanhall/contract/requests";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { useWithdraw } from "../../domain/decisions.ts";
import { mayInClan } from "../../domain/permissions.ts";
import { formatDate, formatRange } from "../../lib/format.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Badge } from "../../ui/badge.tsx";
import { CardTitle } from "../../ui/card.tsx";
import { Button } from "../../ui/core/button.tsx";
import { Muted, Row, Stack } from "../../ui/core/layout.tsx";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { historyQuery, requestsOfQuery, rulesQuery } from "./api.ts";
import { DecisionButtons, LiftDialog, NoteDialog, type OpenDecision, stateText } from "./member-panel.tsx";
import { Decided, What } from "./requests.tsx";
import { WarnDialog } from "./dialogs.tsx";

/** So many are shown, and all that can be taken back. */
const requestsMax = 8;

interface OfPlayer {
  clan: ClanCard;
  page: MemberPage;
}

function mayDecide({ clan, page: { member } }: OfPlayer): boolean {
  const isHere = member.status !== "removed";
  return isHere && mayInClan(clan, "decision.make") && !member.is_me && canManageRow(clan.role, member.role);
}

/** A warning can be written without them. */
const noTexts = { warning_texts: [] };

interface PlayerDecisionButtonsProps extends OfPlayer {
  opened: OpenDecision | null;
  onOpen: (decision: OpenDecision | null) => void;
}

/** Warn, note and promote on a player's own page. */
export function PlayerDecisionButtons({ clan, page, opened, onOpen }: PlayerDecisionButtonsProps) {
  const { data: settings = noTexts } = useQuery({ ...rulesQuery(clan.id), enabled: opened === "warn" });
  const { member, figures } = page;
  if (!mayDecide({ clan, page })) return null;
  const warned = { id: member.id, name: member.name, rate: figures?.month.rate ?? null, days: 30 };
  return (
    <>
      <DecisionButtons clan={clan} member={member} opened={opened} onOpen={onOpen} />
      {opened === "warn" && (
        <WarnDialog clanId={clan.id} warned={warned} settings={settings} onClose={() => onOpen(null)} />
      )}
    </>
  );
}

interface RosterDecisionDialogProps {
  clanId: string;
  row: Member;
  decision: "warn" | "note";
  onClose: () => void;
}

/** Warn and note from the roster. */
export function RosterDecisionDialog({ clanId, row, decision, onClose }: RosterDecisionDialogProps) {
  const { data: settings = noTexts } = useQuery({ ...rulesQuery(clanId), enabled: decision === "warn" });
  const { id, name, rate_30: rate } = row;
  if (decision === "note") return <NoteDialog clanId={clanId} member={row} onClose={onClose} />;
  return <WarnDialog clanId={clanId} warned={{ id, name, rate, days: 30 }} settings={settings} onClose={onClose} />;
}

/** Warnings, notes and requests, for officers and the player; each in a section of the card they stand in. */
export function PlayerDecisions({ clan, page, onWarn }: OfPlayer & { onWarn: () => void }) {
  const id = useId();
  const [lifted, setLifted] = useState<Warning | null>(null);
  const { member } = page;
  const query = useQuery(historyQuery(clan.id, member.id));
  const open = useQuery(requestsOfQuery(clan.id, member.id, "open"));
  const decided = useQuery(requestsOfQuery(clan.id, member.id, "decided"));
  const requests = [...(open.data ?? []), ...(decided.data ?? [])];
  const shown = requests.filter(({ may_withdraw }, index) => may_withdraw || index < requestsMax);
  const canDecide = mayDecide({ clan, page });
  const notes = query.data?.notes ?? [];
  return (
    <>
      {notes.length > 0 && (
        <section aria-labelledby={`${id}-notes`}>
          <CardTitle id={`${id}-notes`}>Officers’ notes</CardTitle>
          {notes.map(({ id: noteId, note, written_by, written_at }) => (
            <p key={noteId}>
              <Muted>
                {formatDate(written_at)}, {written_by}:
              </Muted>{" "}
              {note}
            </p>
          ))}
        </section>
      )}
      {/* The figure in the head leads here. */}
      <section id="warnings" aria-labelledby={`${id}-warnings`}>
        <Row between gap={2}>
          <CardTitle id={`${id}-warnings`}>Warnings</CardTitle>
          {canDecide && (
            <Button variant="plain" size="sm" onClick={onWarn}>
              Warn<span className="visually-hidden"> {member.name}</span>
            </Button>
          )}
        </Row>
        <AsyncSection query={query} what="The warnings" lines={2}>
          {({ warnings }) =>
            warnings.length === 0 ? (
              <Muted as="p">None so far.</Muted>
            ) : (
              <Stack as="ul" gap={2}>
                {warnings.map((warning) => (
                  <WarningItem
                    key={warning.id}
                    warning={warning}
                    onLift={canDecide && warning.state === "active" ? () => setLifted(warning) : null}
                  />
                ))}
              </Stack>
            )
          }
        </AsyncSection>
      </section>
      {shown.length > 0 && (
        <section aria-labelledby={`${id}-requests`}>
          <CardTitle id={`${id}-requests`}>Requests</CardTitle>
          <Stack as="ul" gap={2}>
            {shown.map((request) => (
              <li key={request.id}>
                <What request={request} />{" "}
                {request.state === "open" ? <Badge tone="info">Open</Badge> : <Decided request={request} />}
                {request.may_withdraw && <WithdrawButton clanId={clan.id} today={page.clan_date} request={request} />}
              </li>
            ))}
          </Stack>
        </section>
      )}
      {lifted && <LiftDialog clanId={clan.id} member={member} warning={lifted} onClose={() => setLifted(null)} />}
    </>
  );
}

interface WithdrawButtonProps {
  clanId: string;
  /** The clan's day. */
  today: string;
  request: ClanRequest;
}

function WithdrawButton({ clanId, today, request }: WithdrawButtonProps) {
  const withdraw = useWithdraw(clanId);
  const about = request.kind === "away" ? formatRange(request.from, request.to) : request.activity.name;
  return (
    <>
      <Button variant="plain" size="sm" busy={withdraw.isPending} onClick={() => withdraw.mutate(request)}>
        {withdrawText(request, today)}
        <span className="visually-hidden"> {about}</span>
      </Button>
      <ErrorMessage error={withdraw.error} />
    </>
  );
}

function withdrawText(request: ClanRequest, today: string): string {
  if (request.state === "open") return "Withdraw";
  return request.kind === "away" && request.from <= today ? "I am back" : "Remove";
}

function WarningItem({ warning, onLift }: { warning: Warning; onLift: (() => void) | null }) {
  const { given_at, given_by, message, state } = warning;
  return (
    <li>
      <Row gap={2}>
        <span>
          {formatDate(given_at)}, {given_by}
        </span>
        <Badge tone={state === "active" ? "warning" : "neutral"}>{stateText(warning)}</Badge>
        {onLift && (
          <Button variant="plain" size="sm" onClick={onLift}>
            Lift…
          </Button>
        )}
      </Row>
      <p>{message}</p>
    </li>
  );
}
