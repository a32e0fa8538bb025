import type { ClanCard } from "@clanhall/contract/clans";
import type { AnswerOf, CallInput } from "@clanhall/contract/endpoint";
import {
  bulkMembers,
  createMember,
  exportMembers,
  getMemberTimeline,
  inactivateMember,
  type listMembers,
  markMemberRemoved,
  type Member,
  type MemberChange,
  type MemberDraft,
  memberStatuses,
  patchMember,
  putMemberRole,
  reactivateMember,
  restoreMember,
  unlinkMember,
} from "@clanhall/contract/members";
import { importMembers, mergeMembers, undoMerge } from "@clanhall/contract/member-imports";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type Roster, rosterKey } from "../../domain/members.ts";
import { call } from "../../lib/api-client.ts";
import { download, toFileName } from "../../lib/files.ts";
import { useOptimisticMutation } from "../../lib/mutations.ts";
import { useIdempotencyKey } from "../../lib/hooks.ts";
import { clanRoles } from "@clanhall/contract/permissions";
import { type Filters, setValues } from "../../ui/lists/search-filters.ts";
import { roleNames, statusNames } from "../../domain/formats.ts";

/** What the roster is narrowed to, in the words of the call. */
type RosterFilters = NonNullable<CallInput<typeof listMembers>["query"]>;

const idleDays = ["3", "7", "14", "30", "90"] as const;
const answers = ["true", "false"] as const;

export const memberFilters = {
  q: { kind: "text", label: "Find by name or alias" },
  status: {
    kind: "select",
    label: "Status",
    values: [...memberStatuses, "any"],
    names: { ...statusNames, any: "Any status" },
    initial: "active",
  },
  /** The groups come from the roster. */
  group: { kind: "select", label: "Group", any: "Any group", max: 60 },
  role: { kind: "select", isFolded: true, label: "Role", any: "Any role", values: clanRoles, names: roleNames },
  linked: {
    kind: "select",
    isFolded: true,
    label: "Account",
    any: "Linked or not",
    values: answers,
    names: { true: "Linked", false: "Not linked" },
  },
  invite: {
    kind: "select",
    isFolded: true,
    label: "Invite",
    any: "Any invite",
    values: ["open", "expired", "none"],
    names: { open: "Invite open", expired: "Invite expired", none: "No invite" },
  },
  idle_days: {
    kind: "select",
    isFolded: true,
    param: "idle",
    label: "No entry for",
    any: "Any activity",
    values: idleDays,
    names: Object.fromEntries(idleDays.map((days) => [days, `${days} days`])),
  },
  away: {
    kind: "select",
    isFolded: true,
    label: "Away",
    any: "Away or not",
    values: answers,
    names: { true: "Away now", false: "Not away" },
  },
} as const;

type Values = Filters<typeof memberFilters>["values"];

export function toRosterFilters({ idle_days, status, ...values }: Values): RosterFilters {
  return {
    ...setValues(values),
    ...(status && status !== "any" && { status }),
    ...(idle_days && { idle_days: Number(idle_days) }),
  };
}

export type ImportInput = CallInput<typeof importMembers>["body"];
export type ImportAnswer = AnswerOf<typeof importMembers>;
export type MergeInput = Omit<CallInput<typeof mergeMembers>["body"], "dry_run">;
export type MergeAnswer = AnswerOf<typeof mergeMembers>;
export type BulkInput = CallInput<typeof bulkMembers>["body"];

export const timelineQuery = (clanId: string, memberId: string) =>
  queryOptions({
    queryKey: ["members", clanId, "timeline", memberId],
    queryFn: async () => (await call(getMemberTimeline, { params: { clanId, memberId } })).items,
  });

/** Exactly what is filtered, as a CSV file. */
export function exportRoster({ id: clanId, name }: Pick<ClanCard, "id" | "name">, query: RosterFilters): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  return download(exportMembers, { params: { clanId }, query }, `${toFileName(name, "clan")}-players-${day}.csv`);
}

/** Numbers of players stand on the clan's card too. */
export function useRefreshMembers(clanId: string) {
  const queries = useQueryClient();
  return () => {
    void queries.invalidateQueries({ queryKey: ["clans"] });
    return queries.invalidateQueries({ queryKey: ["members", clanId] });
  };
}

export function addMember(clanId: string, draft: MemberDraft, idempotencyKey: string): Promise<Member> {
  return call(createMember, { params: { clanId }, body: draft }, { idempotencyKey });
}

export function saveMember(clanId: string, memberId: string, change: MemberChange): Promise<Member> {
  return call(patchMember, { params: { clanId, memberId }, body: change });
}

export function saveRole(clanId: string, memberId: string, role: "maintainer" | "member"): Promise<Member> {
  return call(putMemberRole, { params: { clanId, memberId }, body: { role } });
}

export function useUnlinkMember(clanId: string) {
  return useMutation({
    mutationFn: (memberId: string) => call(unlinkMember, { params: { clanId, memberId } }),
    onSuccess: useRefreshMembers(clanId),
  });
}

type StatusAction = Exclude<BulkInput["action"], "add-group" | "remove-group">;
const statusAfter: Record<StatusAction, Member["status"]> = {
  inactivate: "inactive",
  reactivate: "active",
  "mark-removed": "removed",
  restore: "active",
};

/** One player has calls of its own; many are changed all together or not at all. */
async function sendAction(clanId: string, body: BulkInput): Promise<void> {
  const { action, reason, member_ids } = body;
  const [memberId] = member_ids;
  const params = { clanId, memberId: memberId ?? "" };
  const why = reason ? { body: { reason } } : {};
  if (member_ids.length !== 1) await call(bulkMembers, { params: { clanId }, body }, { timeoutMs: 30_000 });
  else if (action === "inactivate") await call(inactivateMember, { params, ...why });
  else if (action === "mark-removed") await call(markMemberRemoved, { params, ...why });
  else if (action === "reactivate") await call(reactivateMember, { params });
  else if (action === "restore") await call(restoreMember, { params });
  else await call(bulkMembers, { params: { clanId }, body });
}

/** Does the same to one or many players. */
export function useBulkAction(clanId: string) {
  return useOptimisticMutation<Roster, BulkInput, void>({
    queryKey: rosterKey(clanId),
    apply: withAction,
    mutationFn: (input) => sendAction(clanId, input),
    refresh: useRefreshMembers(clanId),
  });
}

function withAction(roster: Roster, { member_ids, action, group = "" }: BulkInput): Roster {
  const ids = new Set(member_ids);
  const change = (row: Member): Member => {
    if (action === "add-group") return { ...row, groups: [...row.groups.filter((name) => name !== group), group] };
    if (action === "remove-group") return { ...row, groups: row.groups.filter((name) => name !== group) };
    return { ...row, status: statusAfter[action] };
  };
  return { ...roster, members: roster.members.map((row) => (ids.has(row.id) ? change(row) : row)) };
}

export function useImport(clanId: string) {
  const refresh = useRefreshMembers(clanId);
  const keyOf = useIdempotencyKey();
  return useMutation({
    scope: { id: `import to ${clanId}` },
    mutationFn: (body: ImportInput) => {
      const key = body.dry_run ? {} : { idempotencyKey: keyOf(body) };
      return call(importMembers, { params: { clanId }, body }, { timeoutMs: 60_000, ...key });
    },
    onSuccess: (_answer, { dry_run: isDry }) => (isDry ? undefined : refresh()),
  });
}

/** What a list would do; nothing is saved. */
export const importCheckQuery = (clanId: string, rows: ImportInput["rows"]) =>
  queryOptions({
    queryKey: ["import", clanId, rows],
    queryFn: ({ signal }) =>
      call(importMembers, { params: { clanId }, body: { rows, dry_run: true } }, { timeoutMs: 60_000, signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

export const mergePreviewQuery = (clanId: string, input: MergeInput) =>
  queryOptions({
    queryKey: ["merge", clanId, input],
    queryFn: () => call(mergeMembers, { params: { clanId }, body: { ...input, dry_run: true } }),
    staleTime: 0,
    gcTime: 0,
  });

export function useMerge(clanId: string) {
  return useMutation({
    mutationFn: (input: MergeInput) => call(mergeMembers, { params: { clanId }, body: { ...input, dry_run: false } }),
    onSuccess: useRefreshMembers(clanId),
  });
}

export function useUndoMerge(clanId: string) {
  return useMutation({
    mutationFn: (mergeId: string) => call(undoMerge, { params: { clanId, mergeId } }),
    onSuccess: useRefreshMembers(clanId),
  });
}
