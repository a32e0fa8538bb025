import { createToken, deleteToken, listTokens, type TokenDraft } from "@clanhall/contract/tokens";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/api-client.ts";
import { useIdempotencyKey } from "../../lib/hooks.ts";

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
