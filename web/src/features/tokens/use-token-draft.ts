import type { TokenScope } from "@clanhall/contract/permissions";
import { type TokenDraft, tokenDraft } from "@clanhall/contract/tokens";
import { type SubmitEvent, useState } from "react";
import { serverFieldErrors } from "../../lib/api-errors.ts";
import { useMakeToken } from "./tokens.api.ts";

type Problems = Partial<Record<keyof TokenDraft, string>>;

interface Draft {
  name: string;
  scopes: TokenScope[];
  /** Days, or "never". */
  lifetime: string;
}

export function useTokenDraft(clanId: string) {
  const [draft, setDraft] = useState<Draft>({ name: "", scopes: [], lifetime: "90" });
  const [problems, setProblems] = useState<Problems>({});
  const { data, error, isPending, mutate } = useMakeToken(clanId);
  const body = toBody(draft);
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const found = check(body);
    setProblems(found);
    if (Object.keys(found).length > 0 || isPending) return;
    mutate(body, { onError: (refusal) => setProblems(serverFieldErrors(refusal, body) ?? {}) });
  };
  return {
    draft,
    set: (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change })),
    problems,
    /** What went wrong with the form as a whole. */
    problem: serverFieldErrors(error, body) ? null : error,
    isPending,
    onSubmit,
    /** The token, once it is made. */
    made: data,
  };
}

function toBody({ name, scopes, lifetime }: Draft) {
  return { name, scopes, expires_in_days: lifetime === "never" ? null : Number(lifetime) };
}

function check(body: TokenDraft): Problems {
  const issues = tokenDraft.safeParse(body).error?.issues ?? [];
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [String(path[0]), message]));
}
