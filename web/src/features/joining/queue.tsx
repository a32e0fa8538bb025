import { useLateError } from "../../ui/late-error.ts";
import { SubmitDialog } from "../../ui/forms/text-dialog.tsx";
import type { ClanCard } from "@clanhall/contract/clans";
import type { JoinRequest } from "@clanhall/contract/join-links";
import { type QueryClient, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { roleNames } from "../../domain/formats.ts";
import { membersQuery, toMembers } from "../../domain/members.ts";
import { toFileName } from "../../lib/files.ts";
import { mutateEach } from "../../lib/mutations.ts";
import { formatClanDate, formatFullDate, plural } from "../../lib/format.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Card, Disclosure, Inset } from "../../ui/card.tsx";
import { Button } from "../../ui/core/button.tsx";
import { Checkbox } from "../../ui/core/checkbox.tsx";
import { TextField } from "../../ui/core/field.tsx";
import { Muted, Row, Stack } from "../../ui/core/layout.tsx";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { Select } from "../../ui/core/select.tsx";
import { Textarea } from "../../ui/fields.tsx";
import { type CsvColumns, fieldColumns, loadAll, saveCsv } from "../../ui/lists/csv-file.ts";
import { CsvButton } from "../../ui/lists/data-list.tsx";
import { restoreLostFocus } from "../../ui/focus.ts";
import { Pager } from "../../ui/pager.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { showToast } from "../../ui/toasts.ts";
import {
  approve,
  approveMany,
  decline,
  joinBlocksQuery,
  type JoinList,
  joinRequestsQuery,
  loadJoinRequests,
  unblock,
  useJoinChange,
} from "./api.ts";

/** Who asks to join, the oldest first, and what was decided before. */
export function JoinQueue({ clan }: { clan: ListedClan }) {
  const clanId = clan.id;
  const waiting = useInfiniteQuery(joinRequestsQuery(clanId, "waiting"));
  const counts = waiting.data?.pages[0]?.counts;
  return (
    <Card title={counts?.waiting ? `Wants to join (${counts.waiting})` : "Wants to join"}>
      <AsyncSection query={waiting} what="The requests" lines={3}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          return items.length === 0 ? (
            <p>No requests to join right now.</p>
          ) : (
            <>
              <Waiting clanId={clanId} items={items} more={<Pager query={waiting} />} />
              <SaveRequests clan={clan} state="waiting" />
            </>
          );
        }}
      </AsyncSection>
      <Decided clan={clan} count={counts?.decided} />
      <Blocked clanId={clanId} />
    </Card>
  );
}

type ListedClan = Pick<ClanCard, "id" | "name">;

/** All requests of a list as a file, further pages too. */
function SaveRequests({ clan: { id, name }, state }: { clan: ListedClan; state: JoinList }) {
  const save = async (queries: QueryClient) => {
    const rows = await loadAll(queries, loadJoinRequests(id, state));
    saveCsv(`${toFileName(name, "clan")}-join-requests-${state}`, rows, fileColumns);
  };
  return (
    <Row>
      <CsvButton label="Export CSV" onSave={save} />
    </Row>
  );
}

const fileColumns: CsvColumns<JoinRequest> = {
  ...fieldColumns<JoinRequest>("name", "state"),
  account: ({ user }) => user.display_name,
  provider: ({ user }) => user.provider,
  discord_name: ({ user }) => user.discord_name,
  account_created_at: ({ user }) => user.account_created_at,
  wanted: ({ wanted }) => wanted?.name ?? null,
  similar: ({ similar }) => similar.map(({ name }) => name).join(", "),
  ...fieldColumns<JoinRequest>("answer", "note", "created_at", "decided_at", "decided_by", "reason"),
};

/** Whatever came of it, the list may no longer have what was decided. */
const thenFocus = [() => restoreLostFocus(), () => restoreLostFocus()] as const;

interface WaitingProps {
  clanId: string;
  items: JoinRequest[];
  more: ReactNode;
}

function Waiting({ clanId, items, more }: WaitingProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<{ request: JoinRequest; way: "other" | "decline" } | null>(null);
  const ids = items.map(({ id }) => id).filter((id) => chosen.has(id));
  const many = useJoinChange(clanId, () => approveMany(clanId, ids));
  const letIn = async () => {
    const { results } = await many.mutateAsync(undefined);
    const done = results.filter(({ ok }) => ok).length;
    const left = results.filter(({ ok }) => !ok);
    setChosen(new Set(left.map(({ id }) => id)));
    if (done > 0) showToast({ kind: "success", message: `${plural(done, "person", "people")} let in` });
    for (const { problem } of left.slice(0, 3)) showToast({ kind: "error", message: problem ?? "Not let in" });
  };
  const toggle = (id: string) => {
    const after = new Set(chosen);
    if (!after.delete(id)) after.add(id);
    setChosen(after);
  };
  return (
    <>
      <Stack as="ul" gap={3}>
        {byPlayer(items).map((request) => (
          <RequestRow
            key={request.id}
            clanId={clanId}
            request={request}
            isChosen={chosen.has(request.id)}
            onToggle={() => toggle(request.id)}
            onOpen={(way) => setOpen({ request, way })}
          />
        ))}
      </Stack>
      {more}
      {ids.length > 0 && (
        <Row>
          <Button variant="primary" busy={many.isPending} onClick={() => void letIn().then(...thenFocus)}>
            Approve {ids.length}
          </Button>
          <Button onClick={() => setChosen(new Set())}>Clear</Button>
        </Row>
      )}
      <ErrorMessage error={many.error} />
      {open?.way === "other" && (
        <OtherPlayerDialog clanId={clanId} request={open.request} onClose={() => setOpen(null)} />
      )}
      {open?.way === "decline" && (
        <DeclineDialog clanId={clanId} request={open.request} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

/** Who asks for the same player stands together; otherwise the oldest first. */
function byPlayer(items: JoinRequest[]): JoinRequest[] {
  return [...Map.groupBy(items, ({ id, wanted }) => wanted?.member_id ?? id).values()].flat();
}

interface RequestRowProps {
  clanId: string;
  request: JoinRequest;
  isChosen: boolean;
  onToggle: () => void;
  onOpen: (way: "other" | "decline") => void;
}

function RequestRow({ clanId, request, isChosen, onToggle, onOpen }: RequestRowProps) {
  const { name, user, answer, note, created_at: at, version } = request;
  const usual = findUsual(request);
  const decide = useJoinChange(clanId, (as: As) => approve(clanId, request.id, { as, version }));
  return (
    <Inset as="li">
      <Row between>
        <Checkbox label={<strong>{name}</strong>} checked={isChosen} onChange={onToggle} />
        <Muted>
          <RelativeTime iso={at} />
        </Muted>
      </Row>
      <Muted as="p">
        {user.display_name || "No display name"} · {providerNames[user.provider] ?? user.provider}
        {user.discord_name && ` · ${user.discord_name} on Discord`} · account since{" "}
        {formatFullDate(user.account_created_at)}
      </Muted>
      <Hints request={request} />
      {answer && <p>{answer}</p>}
      {note && <p>“{note}”</p>}
      <Row gap={2} fill>
        {usual && (
          <Button
            variant="primary"
            size="sm"
            busy={decide.isPending}
            onClick={() => mutateEach(decide, usual.as, ...thenFocus)}
          >
            {usual.label}
          </Button>
        )}
        <Button variant={usual ? "secondary" : "primary"} size="sm" onClick={() => onOpen("other")}>
          As another player…
        </Button>
        <Button size="sm" onClick={() => onOpen("decline")}>
          Decline…
        </Button>
      </Row>
      <ErrorMessage error={decide.error} />
    </Inset>
  );
}

type As = Parameters<typeof approve>[2]["as"];

/** What one press does: the player they may be, or a new one. Null where somebody else is that player or has the name. */
function findUsual({ name, name_taken, wanted, similar }: JoinRequest): { label: string; as: As } | null {
  const likely = wanted && !wanted.taken ? wanted : similar[0];
  if (likely) return { label: `Approve as ${likely.name}`, as: { kind: "row", member_id: likely.member_id } };
  if (wanted || name_taken) return null;
  return { label: `Approve as new player ${name}`, as: { kind: "new", name } };
}

const providerNames: Record<string, string> = { email: "signs in by e-mail", discord: "signs in with Discord" };

function Hints({ request: { name, name_taken, wanted, similar } }: { request: JoinRequest }): ReactNode {
  const [like] = similar;
  const rivals = wanted?.rivals ?? 0;
  return (
    <Row gap={2}>
      {(wanted ? wanted.taken : name_taken) && <Badge tone="warning">{wanted?.name ?? name} is taken</Badge>}
      {wanted && !wanted.taken && (
        <Badge tone="info">
          Says they are {wanted.name} ({roleNames[wanted.role].toLowerCase()}
          {wanted.last_entry ? `, last value ${formatClanDate(wanted.last_entry)}` : ", no values yet"})
        </Badge>
      )}
      {rivals > 0 && <Badge tone="warning">{plural(rivals, "other asks", "others ask")} for the same player</Badge>}
      {like && <Badge>Similar: {like.name}</Badge>}
    </Row>
  );
}

interface RequestDialogProps {
  clanId: string;
  request: JoinRequest;
  onClose: () => void;
}

function OtherPlayerDialog({ clanId, request, onClose }: RequestDialogProps) {
  const { data: members = [] } = useQuery({ ...membersQuery(clanId, { status: "active" }), select: toMembers });
  const free = members.filter(({ user_id, role }) => user_id === null && role !== "owner");
  const [choice, setChoice] = useState("");
  const [name, setName] = useState(request.name_taken ? "" : request.name);
  const send = () => {
    const as = choice === "" ? ({ kind: "new", name } as const) : ({ kind: "row", member_id: choice } as const);
    return approve(clanId, request.id, { as, version: request.version });
  };
  const decide = useJoinChange(clanId, send, useLateError(`Approve ${request.name}`));
  const save = () => decide.mutate(undefined, { onSuccess: onClose });
  return (
    <SubmitDialog
      title={`Who is ${request.name}?`}
      action="Approve"
      input={[choice, name]}
      isReady={choice !== "" || name.trim() !== ""}
      work={decide}
      onSubmit={save}
      onClose={onClose}
    >
      <Select
        label="Player"
        value={choice}
        placeholder="A new player"
        options={free.map((member) => ({ value: member.id, label: member.name }))}
        onChange={setChoice}
      />
      {choice === "" && (
        <TextField
          label="Name of the new player"
          autoComplete="off"
          maxLength={60}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
      )}
    </SubmitDialog>
  );
}

function DeclineDialog({ clanId, request, onClose }: RequestDialogProps) {
  const [reason, setReason] = useState("");
  const [block, setBlock] = useState(false);
  const title = `Decline ${request.name}?`;
  const send = () => decline(clanId, request.id, { block, version: request.version, ...(reason.trim() && { reason }) });
  const refuse = useJoinChange(clanId, send, useLateError(title));
  return (
    <SubmitDialog
      title={title}
      action="Decline"
      input={[reason, block]}
      work={refuse}
      onSubmit={() => refuse.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
      danger={true}
    >
      <Textarea
        label="Reason (optional)"
        hint="They will see this. They can ask again in 7 days."
        maxLength={200}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <Checkbox label="Block this account: the link looks closed to it" checked={block} onChange={setBlock} />
    </SubmitDialog>
  );
}

function Decided({ clan, count }: { clan: ListedClan; count: number | undefined }) {
  const [isOpen, setOpen] = useState(false);
  const query = useInfiniteQuery({ ...joinRequestsQuery(clan.id, "decided"), enabled: isOpen });
  return (
    <Disclosure
      summary={count ? `Decided (${count})` : "Decided"}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      {isOpen && (
        <AsyncSection query={query} what="What was decided">
          {({ pages }) => {
            const items = pages.flatMap((page) => page.items);
            return items.length === 0 ? (
              <p>Nothing was decided in the last 90 days.</p>
            ) : (
              <Stack>
                <Stack as="ul" gap={2}>
                  {items.map((request) => (
                    <DecidedRow key={request.id} request={request} />
                  ))}
                </Stack>
                <Pager query={query} />
                <SaveRequests clan={clan} state="decided" />
              </Stack>
            );
          }}
        </AsyncSection>
      )}
    </Disclosure>
  );
}

function DecidedRow({ request: { name, state, reason, decided_by, decided_at } }: { request: JoinRequest }) {
  return (
    <Row as="li" gap={2}>
      <Badge tone={state === "approved" ? "success" : "warning"}>
        {state === "approved" ? "Approved" : "Declined"}
      </Badge>
      <strong>{name}</strong>
      <Muted>
        {decided_by ?? "Former member"}
        {decided_at && (
          <>
            , <RelativeTime iso={decided_at} />
          </>
        )}
        {reason && `: ${reason}`}
      </Muted>
    </Row>
  );
}

function Blocked({ clanId }: { clanId: string }) {
  const { data = [] } = useQuery(joinBlocksQuery(clanId));
  const undo = useJoinChange(clanId, (userId: string) => unblock(clanId, userId));
  if (data.length === 0) return null;
  return (
    <Disclosure summary={`Blocked accounts (${data.length})`}>
      <Stack as="ul" gap={2}>
        {data.map(({ user_id, display_name }) => (
          <Row as="li" key={user_id} between>
            <span>{display_name || "No display name"}</span>
            <Button size="sm" onClick={() => mutateEach(undo, user_id, ...thenFocus)}>
              Unblock
            </Button>
          </Row>
        ))}
      </Stack>
      <ErrorMessage error={undo.error} />
    </Disclosure>
  );
}
