import {
  approveJoinRequest,
  approveJoinRequests,
  askToJoin,
  declineJoinRequest,
  getJoinLink,
  getJoinPage,
  listJoinBlocks,
  listJoinNames,
  listJoinRequests,
  listMyJoinRequests,
  putJoinLink,
  removeJoinBlock,
  rotateJoinLink,
  withdrawJoinRequest,
} from "@clanhall/contract/join-links";
import type { AnswerOf, CallInput } from "@clanhall/contract/endpoint";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/api-client.ts";
import { type LoadPage, pagedQuery } from "../../lib/paged.ts";

const keyOf = (clanId: string) => ["clans", clanId, "joining"];

export const joinLinkQuery = (clanId: string) =>
  queryOptions({
    queryKey: [...keyOf(clanId), "link"],
    queryFn: () => call(getJoinLink, { params: { clanId } }),
  });

export type JoinList = "waiting" | "decided";

export const joinRequestsQuery = (clanId: string, state: JoinList) =>
  pagedQuery([...keyOf(clanId), "requests", state], loadJoinRequests(clanId, state));

export function loadJoinRequests(clanId: string, state: JoinList): LoadPage<AnswerOf<typeof listJoinRequests>> {
  return (at, options) => call(listJoinRequests, { params: { clanId }, query: { state, ...at } }, options);
}

export const joinBlocksQuery = (clanId: string) =>
  queryOptions({
    queryKey: [...keyOf(clanId), "blocks"],
    queryFn: async () => (await call(listJoinBlocks, { params: { clanId } })).items,
  });

export const joinPageQuery = (token: string) =>
  queryOptions({
    queryKey: ["join", token],
    queryFn: () => call(getJoinPage, { params: { token } }),
    retry: false,
  });

export const joinNamesQuery = (token: string) =>
  queryOptions({
    queryKey: ["join", token, "names"],
    queryFn: async () => (await call(listJoinNames, { params: { token } })).items,
    retry: false,
  });

/** What the reader asked for at this link before. */
export const requestsAtLinkQuery = (token: string) =>
  queryOptions({
    queryKey: [...myJoinRequestsQuery.queryKey, token],
    queryFn: async () => (await call(listMyJoinRequests, { query: { token } })).items,
  });

export const myJoinRequestsQuery = queryOptions({
  queryKey: ["me", "join-requests"],
  queryFn: async () => (await call(listMyJoinRequests, {})).items,
});

type BodyOf<E extends Parameters<typeof call>[0]> =
  CallInput<E> extends { body?: infer Body } ? NonNullable<Body> : never;

export const saveJoinLink = (clanId: string, body: BodyOf<typeof putJoinLink>) =>
  call(putJoinLink, { params: { clanId }, body });

export const renewJoinLink = (clanId: string, version: number) =>
  call(rotateJoinLink, { params: { clanId }, body: { version } });

export const sendJoinRequest = (token: string, body: BodyOf<typeof askToJoin>) =>
  call(askToJoin, { params: { token }, body });

export const withdraw = (requestId: string) => call(withdrawJoinRequest, { params: { requestId } });

export const approve = (clanId: string, requestId: string, body: BodyOf<typeof approveJoinRequest>) =>
  call(approveJoinRequest, { params: { clanId, requestId }, body });

/** So many as a call takes at a time. */
const atOnce = 100;

export async function approveMany(clanId: string, ids: string[]) {
  const results: Awaited<ReturnType<typeof approvePart>>["results"] = [];
  for (let from = 0; from < ids.length; from += atOnce) {
    results.push(...(await approvePart(clanId, ids.slice(from, from + atOnce))).results);
  }
  return { results };
}

const approvePart = (clanId: string, ids: string[]) => call(approveJoinRequests, { params: { clanId }, body: { ids } });

export const decline = (clanId: string, requestId: string, body: BodyOf<typeof declineJoinRequest>) =>
  call(declineJoinRequest, { params: { clanId, requestId }, body });

export const unblock = (clanId: string, userId: string) => call(removeJoinBlock, { params: { clanId, userId } });

/** Whatever is decided shows in the queue, in the roster and wherever the clan counts what waits. */
export function useJoinChange<Input, Answer>(
  clanId: string,
  change: (input: Input) => Promise<Answer>,
  onError: (error: unknown) => void = () => undefined,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onError,
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ["members", clanId] });
      return queries.invalidateQueries({ queryKey: ["clans", clanId] });
    },
  });
}
