import {
  createToken,
  deleteToken,
  listTokens,
  type TokenDraft,
  scopeMeanings,
  tokenDays,
} from "@clanhall/contract/tokens";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/api-client.ts";
import { useIdempotencyKey } from "../../lib/hooks.ts";
import type { TokenScope } from "@clanhall/contract/permissions";

export const tokensOf = (clanId: string) =>
  queryOptions({
    queryKey: ["tokens", clanId],
    queryFn: async () => (await call(listTokens, { params: { clanId } })).items,
  });

/** The answer holds the token itself, so it is not kept when the dialog is gone. */
export function useCreateToken(clanId: string) {
  const queries = useQueryClient();
  const keyOf = useIdempotencyKey();
  return useMutation({
    gcTime: 0,
    mutationFn: (draft: TokenDraft) =>
      call(createToken, { params: { clanId }, body: draft }, { idempotencyKey: keyOf(draft) }),
    onSuccess: () => void queries.invalidateQueries(tokensOf(clanId)),
  });
}

export function useDeleteToken(clanId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (tokenId: string) => call(deleteToken, { params: { clanId, tokenId } }),
    onSettled: () => void queries.invalidateQueries(tokensOf(clanId)),
  });
}

/** What each scope lets a program do, in short and in a sentence. */
export const scopeTexts: Record<TokenScope, [title: string, meaning: string]> = {
  "entries:write": ["Enter values", scopeMeanings["entries:write"]],
  "entries:read": ["Read values", scopeMeanings["entries:read"]],
  "scoreboards:read": ["Read scoreboards", scopeMeanings["scoreboards:read"]],
  "decisions:read": ["Read requests and attention", scopeMeanings["decisions:read"]],
};

export const lifetimes: Record<string, string> = {
  "7": "7 days",
  "30": "30 days",
  "90": "90 days",
  [tokenDays.most]: `${tokenDays.most} days`,
  never: "No end",
};

/** How to enter a value from a program. */
export function toExample(clanId: string, origin: string): string {
  const cell = '{"member_id": "…", "activity_id": "…", "day": "2026-03-04", "value": 12}';
  return [
    "curl -X PUT",
    `${origin}/api/clans/${clanId}/entries`,
    '-H "Authorization: Bearer clh_…"',
    '-H "Content-Type: application/json"',
    `-d '{"entries": [${cell}]}'`,
  ].join(" \\\n  ");
}
