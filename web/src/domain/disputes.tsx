import { type ClanRequest, disputeDays } from "@clanhall/contract/requests";
import type { ValueType } from "@clanhall/contract/rules/scoring";
import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { Button } from "../ui/core/button.tsx";
import { Muted, Row, Stack } from "../ui/core/layout.tsx";
import { ErrorMessage } from "../ui/core/notice.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { lazyDialog } from "../ui/lazy-dialog.tsx";
import {
  type DisputedCell,
  disputesQuery,
  pictureQuery,
  useDecide,
  useWithdraw,
  type ValueRequest,
} from "./decisions.ts";
import { formatValue } from "./formats.ts";
import { addDays } from "@clanhall/contract/rules/clan-day";
import { myClansQuery } from "./clans.ts";
import { mayInClan } from "./permissions.ts";

/** Says that one's own player is away. */
export const AwayDialog = lazyDialog(async () => (await import("./request-dialogs.tsx")).AwayDialog);
const DisputeDialog = lazyDialog(async () => (await import("./request-dialogs.tsx")).DisputeDialog);

interface DisputeButtonProps {
  clanId: string;
  cell: DisputedCell;
  /** Whether it was due and nothing was entered. */
  isMissing: boolean;
}

/** On a value of one's own that can still be disputed; nothing on any other. */
export function DisputeButton({ clanId, cell, isMissing }: DisputeButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const [isAway, setAway] = useState(false);
  const { data: clans = [] } = useQuery(myClansQuery);
  const { data: disputes = [] } = useQuery(disputesQuery(clanId));
  const clan = clans.find(({ id }) => id === clanId);
  if (!clan || clan.member_id !== cell.member.id || !mayInClan(clan, "request.make")) return null;
  const { clan_date: today } = clan.today;
  if (cell.day > today || cell.day < addDays(today, -disputeDays)) return null;
  return (
    <>
      {!findDispute(disputes, cell) && <Button onClick={() => setOpen(true)}>This is wrong…</Button>}
      {isMissing && cell.day < today && <Button onClick={() => setAway(true)}>I was away…</Button>}
      {isOpen && <DisputeDialog clanId={clanId} cell={cell} onClose={() => setOpen(false)} />}
      {isAway && <AwayDialog clanId={clanId} today={today} day={cell.day} onClose={() => setAway(false)} />}
    </>
  );
}

const TextDialog = lazyDialog(async () => (await import("../ui/forms/text-dialog.tsx")).TextDialog);

const keyOf = (memberId: string, activityId: string) => `${memberId} ${activityId}`;
const Disputes = createContext<{ clanId: string; requests: ReadonlyMap<string, ValueRequest> }>({
  clanId: "",
  requests: new Map(),
});

/** Lets every value below it know whether it is disputed. */
export function WithDisputes({ clanId, day, children }: { clanId: string; day: string; children: ReactNode }) {
  const { data } = useQuery(disputesQuery(clanId));
  const disputes = useMemo(() => {
    const ofDay = data?.filter((request) => request.day === day) ?? [];
    const requests = new Map(ofDay.map((request) => [keyOf(request.member.id, request.activity.id), request]));
    return { clanId, requests };
  }, [clanId, data, day]);
  return <Disputes value={disputes}>{children}</Disputes>;
}

export function useIsDisputed(): (memberId: string, activityId: string) => boolean {
  const { requests } = useContext(Disputes);
  return (memberId, activityId) => requests.has(keyOf(memberId, activityId));
}

interface CellOfDay {
  member: { id: string };
  activity: { id: string };
  day: string;
}

function findDispute(requests: ValueRequest[], { member, activity, day }: CellOfDay): ValueRequest | undefined {
  return requests.find(
    (request) => request.member.id === member.id && request.activity.id === activity.id && request.day === day,
  );
}

/** What somebody says against a value, with the answer that the viewer may give. */
export function OpenDispute({ clanId, cell }: { clanId: string; cell: CellOfDay }) {
  const { data } = useQuery(disputesQuery(clanId));
  const request = data && findDispute(data, cell);
  return request ? <DisputeAnswer clanId={clanId} request={request} /> : null;
}

/** The same for a value of the day that is shown. */
export function DisputeOf({ memberId, activityId }: { memberId: string; activityId: string }) {
  const { clanId, requests } = useContext(Disputes);
  const request = requests.get(keyOf(memberId, activityId));
  return request ? <DisputeAnswer clanId={clanId} request={request} /> : null;
}

function DisputeAnswer({ clanId, request }: { clanId: string; request: ValueRequest }) {
  const [isDeclining, setDeclining] = useState(false);
  const decide = useDecide(clanId);
  const withdraw = useWithdraw(clanId);
  const { member, reason, wanted, activity } = request;
  const kind = { value_type: activity.value_type as ValueType, unit: activity.unit };
  return (
    <Stack gap={2} as="section" aria-label="Disputed">
      <p>
        {request.is_mine ? "You say" : `${member.name} says`}{" "}
        <strong>{wanted.value === null ? "excused" : formatValue(kind, wanted.value)}</strong>: “{reason}”
      </p>
      <ProofPictures clanId={clanId} request={request} />
      <Row gap={2}>
        {request.may_accept && (
          <Button variant="primary" busy={decide.isPending} onClick={() => decide.mutate({ request })}>
            Accept
          </Button>
        )}
        {request.may_decline && <Button onClick={() => setDeclining(true)}>Decline…</Button>}
        {request.may_withdraw && (
          <Button busy={withdraw.isPending} onClick={() => withdraw.mutate(request)}>
            Withdraw
          </Button>
        )}
        {!request.may_decline && <Muted>Your officers will decide.</Muted>}
      </Row>
      <ErrorMessage error={decide.error ?? withdraw.error} />
      {isDeclining && (
        <TextDialog
          title={`Decline ${member.name}’s request`}
          label="Reason"
          hint={`${member.name} will see this.`}
          action="Decline"
          isDanger
          least={3}
          max={300}
          onSend={(why) => decide.mutateAsync({ request, reason: why })}
          onClose={() => setDeclining(false)}
        />
      )}
    </Stack>
  );
}

/** Small, and large with a click. */
export function ProofPictures({ clanId, request }: { clanId: string; request: ClanRequest }) {
  if (request.kind !== "value" || request.pictures.length === 0) return null;
  return (
    <Row gap={2}>
      {request.pictures.map((id, index) => (
        <ProofPicture
          key={id}
          query={pictureQuery(clanId, request.id, id)}
          label={`Picture ${index + 1} of ${request.member.name}`}
        />
      ))}
    </Row>
  );
}

function ProofPicture({ query, label }: { query: ReturnType<typeof pictureQuery>; label: string }) {
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery(query);
  if (!data) return null;
  return (
    <>
      <Button variant="plain" aria-label={label} onClick={() => setOpen(true)}>
        <img src={data} alt="" height={32} />
      </Button>
      {isOpen && (
        <Dialog title={label} onClose={() => setOpen(false)}>
          <img src={data} alt={label} width="100%" />
        </Dialog>
      )}
    </>
  );
}
