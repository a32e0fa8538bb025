import {
  createNote,
  createWarning,
  getAttentionRules,
  liftWarning,
  listDecisions,
  putAttentionHidden,
  putAttentionRules,
  undoLift,
  undoNote,
  undoWarning,
} from "@clanhall/contract/attention";
import type { AttentionSettingsChange } from "@clanhall/contract/attention-drafts";
import { bulkMembers, markMemberRemoved, putMemberRole, restoreMember } from "@clanhall/contract/members";
import { listRequests, type RequestKind } from "@clanhall/contract/requests";
import type { AnswerOf, CallInput } from "@clanhall/contract/endpoint";
import { queryOptions, useMutation } from "@tanstack/react-query";
import { decisionsKey, useRefreshDecisions } from "../../domain/decisions.ts";
import { call } from "../../lib/api-client.ts";
import { type LoadPage, pagedQuery } from "../../lib/paged.ts";

export interface RequestFilter {
  state: "open" | "decided";
  kind: RequestKind | "";
}

/** Open ones the oldest first, decided ones the latest first. */
export const requestsQuery = (clanId: string, filter: RequestFilter) =>
  pagedQuery([...decisionsKey(clanId), "requests", filter.state, filter.kind], loadRequests(clanId, filter));

export function loadRequests(clanId: string, filter: RequestFilter): LoadPage<AnswerOf<typeof listRequests>> {
  const query = { state: filter.state, ...(filter.kind && { kind: filter.kind }) };
  return (at, options) => call(listRequests, { params: { clanId }, query: { ...query, ...at } }, options);
}

/** What was done about a player so far. */
export const historyQuery = (clanId: string, memberId: string) =>
  queryOptions({
    queryKey: [...decisionsKey(clanId), "member", memberId],
    queryFn: () => call(listDecisions, { params: { clanId, memberId } }),
  });

/** For the texts of warnings. */
export const rulesQuery = (clanId: string) =>
  queryOptions({
    queryKey: [...decisionsKey(clanId), "rules"],
    queryFn: () => call(getAttentionRules, { params: { clanId } }),
  });

/** What one player asked for, with all that they may take back. */
export const requestsOfQuery = (clanId: string, memberId: string, state: "open" | "decided") =>
  queryOptions({
    queryKey: [...decisionsKey(clanId), "requests of", memberId, state],
    queryFn: async () =>
      (await call(listRequests, { params: { clanId }, query: { member_id: memberId, state, limit: 40 } })).items,
  });

export type WarningDraft = CallInput<typeof createWarning>["body"];

/** All that can be decided about one player; each reads the lists again. */
export function useMemberDecisions(clanId: string, memberId: string) {
  const onSettled = useRefreshDecisions(clanId);
  const params = { clanId, memberId };
  return {
    warn: useMutation({ mutationFn: (body: WarningDraft) => call(createWarning, { params, body }), onSettled }),
    undoWarning: useMutation({
      mutationFn: (warningId: string) => call(undoWarning, { params: { clanId, warningId } }),
      onSettled,
    }),
    lift: useMutation({
      mutationFn: ({ warningId, reason }: { warningId: string; reason: string }) =>
        call(liftWarning, { params: { clanId, warningId }, body: { reason } }),
      onSettled,
    }),
    undoLift: useMutation({
      mutationFn: (warningId: string) => call(undoLift, { params: { clanId, warningId } }),
      onSettled,
    }),
    note: useMutation({ mutationFn: (note: string) => call(createNote, { params, body: { note } }), onSettled }),
    undoNote: useMutation({
      mutationFn: (noteId: string) => call(undoNote, { params: { clanId, noteId } }),
      onSettled,
    }),
    hide: useMutation({
      mutationFn: (days: 7 | 14 | 30 | null) => call(putAttentionHidden, { params, body: { days } }),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (reason: string) => call(markMemberRemoved, { params, ...(reason && { body: { reason } }) }),
      onSettled,
    }),
    restore: useMutation({ mutationFn: () => call(restoreMember, { params }), onSettled }),
    promote: useMutation({
      mutationFn: (to: Promotion) => promoteMember(params, to),
      onSettled,
    }),
  };
}

/** Answers whether it changed anything: the player may have been in the group before. */
async function promoteMember({ clanId, memberId }: { clanId: string; memberId: string }, to: Promotion) {
  if ("role" in to) {
    await call(putMemberRole, { params: { clanId, memberId }, body: to });
    return true;
  }
  const { changed } = await call(bulkMembers, { params: { clanId }, body: { member_ids: [memberId], ...to } });
  return changed > 0;
}

/** A role, or a group that the player comes into or leaves again. */
export type Promotion = { role: "maintainer" | "member" } | { action: "add-group" | "remove-group"; group: string };

export const saveRules = (clanId: string, body: AttentionSettingsChange) =>
  call(putAttentionRules, { params: { clanId }, body });
