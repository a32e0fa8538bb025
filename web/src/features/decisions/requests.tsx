import type { ClanCard } from "@clanhall/contract/clans";
import type { ClanRequest, RequestKind } from "@clanhall/contract/requests";
import { countDays } from "@clanhall/contract/rules/clan-day";
import type { ValueType } from "@clanhall/contract/rules/scoring";
import { type QueryClient, useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { formatValue } from "../../domain/formats.ts";
import { PlayerLink } from "../../domain/player-link.tsx";
import { toFileName } from "../../lib/files.ts";
import { formatClanDate, formatRange, plural } from "../../lib/format.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Surface } from "../../ui/card.tsx";
import { Button } from "../../ui/core/button.tsx";
import { Muted, Row, Stack } from "../../ui/core/layout.tsx";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { restoreLostFocus } from "../../ui/focus.ts";
import { IconBadge } from "../../ui/icon-badge.tsx";
import { type CsvColumns, fieldColumns, loadAll, saveCsv } from "../../ui/lists/csv-file.ts";
import { CsvButton } from "../../ui/lists/data-list.tsx";
import { useSearchParams } from "../../ui/lists/search-filters.ts";
import { Pager } from "../../ui/pager.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { TextDialog } from "../../ui/forms/text-dialog.tsx";
import { ViewSwitch } from "../../ui/view-switch.tsx";
import { useDecide } from "../../domain/decisions.ts";
import { ProofPictures } from "../../domain/disputes.tsx";
import { loadRequests, type RequestFilter, requestsQuery } from "./api.ts";
import styles from "./decisions.module.css";

const params = {
  state: { values: ["open", "decided"], initial: "open" },
  kind: { values: ["value", "away", "join"] },
} as const;

const kinds = { "": "All", value: "Values", away: "Away" };

interface RequestsProps {
  clan: ClanCard;
  /** Who wants to join, for those who decide about it too. */
  joining: ReactNode;
}

/** What members ask for, for those who decide. */
export function Requests({ clan, joining }: RequestsProps) {
  const { values, set } = useSearchParams(params);
  const state = values.state || "open";
  const isJoining = joining !== null && values.kind === "join";
  const kind = values.kind === "join" ? "" : values.kind;
  const query = useInfiniteQuery(requestsQuery(clan.id, { state, kind }));
  const open = query.data?.pages[0]?.open;
  const hasRows = query.data?.pages.some(({ items }) => items.length > 0);
  const openCount = open ? ` ${open.value + open.away}` : "";
  return (
    <Stack>
      <Row gap={2}>
        {!isJoining && (
          <ViewSwitch
            label="Which requests"
            options={{ open: `Open${openCount}`, decided: "Decided" }}
            value={state}
            onChange={(next) => set({ state: next })}
          />
        )}
        <KindSwitch
          hasJoining={joining !== null}
          value={isJoining ? "join" : kind}
          onChange={(next) => set({ kind: next })}
        />
      </Row>
      {!isJoining && (
        <>
          <AsyncSection query={query} what="The requests" lines={4}>
            {(data) => (
              <RequestList clanId={clan.id} requests={data.pages.flatMap(({ items }) => items)} state={state} />
            )}
          </AsyncSection>
          <Pager query={query} />
          {hasRows && (
            <Row>
              <CsvButton label="Export CSV" onSave={(queries) => saveRequests(queries, clan, { state, kind })} />
            </Row>
          )}
        </>
      )}
      {kind === "" && joining}
    </Stack>
  );
}

const fileColumns: CsvColumns<ClanRequest> = {
  ...fieldColumns<ClanRequest>("kind", "state"),
  player: ({ member }) => member.name,
  activity: (request) => (request.kind === "value" ? request.activity.name : null),
  from: (request) => (request.kind === "value" ? request.day : request.from),
  to: (request) => (request.kind === "value" ? request.day : request.to),
  was: (request) => (request.kind === "value" ? toCell(request.was) : null),
  wanted: (request) => (request.kind === "value" ? toCell(request.wanted) : null),
  ...fieldColumns<ClanRequest>("reason", "created_at", "decided_at", "decided_by", "answer"),
};

function toCell({ value, excused }: { value: number | null; excused: boolean }): number | string | null {
  return excused ? "excused" : value;
}

/** All that the filters show, further pages too; who wants to join is in a file of its own. */
async function saveRequests(queries: QueryClient, { id, name }: ClanCard, filter: RequestFilter): Promise<void> {
  const rows = await loadAll(queries, loadRequests(id, filter));
  const kind = filter.kind || "value-and-away";
  saveCsv(`${toFileName(name, "clan")}-${kind}-requests-${filter.state}`, rows, fileColumns);
}

type Kind = "" | RequestKind | "join";

interface KindSwitchProps {
  hasJoining: boolean;
  value: Kind;
  onChange: (kind: Kind) => void;
}

function KindSwitch({ hasJoining, value, onChange }: KindSwitchProps) {
  const shared = { label: "What about", onChange };
  if (hasJoining) return <ViewSwitch {...shared} options={{ ...kinds, join: "Joining" }} value={value} />;
  return <ViewSwitch {...shared} options={kinds} value={value === "join" ? "" : value} />;
}

interface RequestListProps {
  clanId: string;
  requests: ClanRequest[];
  state: "open" | "decided";
}

function RequestList({ clanId, requests, state }: RequestListProps) {
  const [declined, setDeclined] = useState<ClanRequest | null>(null);
  const [decide, decline] = [useDecide(clanId), useDecide(clanId)];
  if (requests.length === 0) {
    return (
      <EmptyState title={state === "open" ? "Nothing to decide" : "Nothing decided yet"}>
        Members ask for another value, or say that they are away. What they ask for appears here.
      </EmptyState>
    );
  }
  const accept = (request: ClanRequest) => decide.mutate({ request }, { onSettled: () => restoreLostFocus() });
  return (
    <>
      <ErrorMessage error={decide.error} />
      <Surface as="ul" className="lined" aria-label="Requests">
        {requests.map((request) => (
          <RequestRow
            key={request.id}
            clanId={clanId}
            request={request}
            isBusy={decide.isPending && decide.variables.request.id === request.id}
            onAccept={() => accept(request)}
            onDecline={() => setDeclined(request)}
          />
        ))}
      </Surface>
      <Muted as="p">
        The person who asked sees the answer. Declining needs a reason, which only they and the officers can see.
      </Muted>
      {declined && (
        <TextDialog
          title={`Decline ${declined.member.name}’s request`}
          label="Reason"
          hint={`${declined.member.name} will see this.`}
          action="Decline"
          isDanger
          least={3}
          max={300}
          onSend={(reason) => decline.mutateAsync({ request: declined, reason })}
          onClose={() => setDeclined(null)}
        >
          <What request={declined} />
        </TextDialog>
      )}
    </>
  );
}

interface RequestRowProps {
  clanId: string;
  request: ClanRequest;
  isBusy: boolean;
  onAccept: () => void;
  onDecline: () => void;
}

function RequestRow({ clanId, request, isBusy, onAccept, onDecline }: RequestRowProps) {
  const { member, reason, kind, created_at } = request;
  return (
    <Row as="li" className={styles.request}>
      <Avatar name={member.name} color={member.tint} />
      <div className={styles.who}>
        <strong>
          <PlayerLink memberId={member.id}>{member.name}</PlayerLink>
        </strong>{" "}
        {kind === "value" ? "says a value is wrong" : askedText(request)}
        <Muted as="div">
          <RelativeTime iso={created_at} />
        </Muted>
      </div>
      <div className={styles.what}>
        <What request={request} />
      </div>
      <Muted as="div" className={styles.why}>
        {reason !== "" && `“${reason}”`}
        <ProofPictures clanId={clanId} request={request} />
      </Muted>
      <Row gap={2} justify="end" fill className={styles.decide}>
        {request.state === "open" ? (
          <>
            {request.may_accept && (
              <Button size="sm" variant="primary" busy={isBusy} onClick={onAccept}>
                {acceptText(request)}
                <span className="visually-hidden"> for {member.name}</span>
              </Button>
            )}
            {request.may_decline && (
              <Button size="sm" onClick={onDecline}>
                Decline…<span className="visually-hidden"> {member.name}</span>
              </Button>
            )}
            {!request.may_accept && <Muted as="small">{refusedText(request)}</Muted>}
          </>
        ) : (
          <Decided request={request} />
        )}
      </Row>
    </Row>
  );
}

/** Why the viewer cannot accept it. */
function refusedText({ kind, may_decline }: ClanRequest): string {
  if (kind === "away") return "The owner decides.";
  return may_decline ? "This day is locked: the owner can accept." : "";
}

function askedText({ state, decided_by }: ClanRequest): string {
  return state === "accepted" && decided_by === null ? "is away" : "asks to be away";
}

export function What({ request }: { request: ClanRequest }) {
  if (request.kind === "away") {
    const { from, to } = request;
    return (
      <>
        {formatRange(from, to)}, {plural(countDays(request), "day")}
        <Muted as="div">nothing is due then</Muted>
      </>
    );
  }
  const { activity, day, was, wanted } = request;
  return (
    <>
      <Row as="span" gap={2}>
        <IconBadge {...activity} />
        {activity.name}, {formatClanDate(day)}
      </Row>
      <div>
        {contentText(activity, was)} <span aria-hidden>→</span>
        <span className="visually-hidden">to</span> <strong>{contentText(activity, wanted)}</strong>
      </div>
    </>
  );
}

type Activity = Extract<ClanRequest, { kind: "value" }>["activity"];

function contentText({ value_type, unit }: Activity, { value, excused }: { value: number | null; excused: boolean }) {
  if (excused) return "excused";
  return value === null ? "missing" : formatValue({ value_type: value_type as ValueType, unit }, value);
}

function acceptText(request: ClanRequest): string {
  if (request.kind === "away") return "Accept";
  const { activity, wanted } = request;
  return `Accept ${contentText({ ...activity, unit: "" }, wanted)}`;
}

const stateTexts = {
  open: ["Open", "neutral"],
  accepted: ["Accepted", "success"],
  declined: ["Declined", "danger"],
  withdrawn: ["Withdrawn", "neutral"],
  settled: ["Settled", "neutral"],
} as const;

export function Decided({ request: { state, decided_by, decided_at, answer } }: { request: ClanRequest }) {
  const [text, tone] = stateTexts[state];
  return (
    <div>
      <Badge tone={tone}>{text}</Badge>{" "}
      <Muted as="small">
        {decided_by ?? (state === "accepted" ? "at once" : "")}
        {decided_at && (
          <>
            , <RelativeTime iso={decided_at} />
          </>
        )}
      </Muted>
      {answer && <Muted as="div">“{answer}”</Muted>}
    </div>
  );
}
