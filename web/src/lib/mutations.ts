import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

interface OptimisticMutation<Data, Input, Answer> {
  /** What it changes; every query whose key begins so. */
  queryKey: QueryKey;
  /** What the data will be once it is done. */
  apply: (data: Data, input: Input) => Data;
  mutationFn: (input: Input) => Promise<Answer>;
  /** One after the other with all of the same name. */
  scope?: string;
  onSuccess?: (answer: Answer, input: Input) => void;
  /** What the answer makes of the data; then only a failure asks again. */
  take?: (data: Data, answer: Answer) => Data;
  /** Asks again for what may have changed; without it, for what was applied. */
  refresh?: () => Promise<unknown>;
}

/** Shown at once, and taken back if it cannot be done; the error stays until the next try, whatever is done meanwhile. */
export function useOptimisticMutation<Data, Input, Answer>(options: OptimisticMutation<Data, Input, Answer>) {
  const { queryKey, apply, mutationFn, scope, onSuccess, take, refresh } = options;
  const queries = useQueryClient();
  const [error, setError] = useState<Error | null>(null);
  const change = (update: (data: Data) => Data) =>
    queries.setQueriesData<Data>({ queryKey }, (data) => (data === undefined ? data : update(data)));
  const isLast = () => queries.isMutating({ predicate: ({ options: { scope: one } }) => one?.id === scope }) === 1;
  const mutation = useMutation({
    ...(scope && { scope: { id: scope } }),
    mutationFn,
    onMutate: async (input: Input) => {
      setError(null);
      // An answer that is on the way would undo what is shown.
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueriesData<Data>({ queryKey });
      change((data) => apply(data, input));
      return before;
    },
    onSuccess: (answer: Answer, input: Input) => {
      // What waits behind it is shown already, and its own answer is the newer one.
      if (take && isLast()) change((data) => take(data, answer));
      onSuccess?.(answer, input);
    },
    onError: (failure, _input, before = []) => {
      setError(failure);
      for (const [key, data] of before) queries.setQueryData(key, data);
    },
    onSettled: (_answer, failure) => {
      if (take && !failure) return undefined;
      return refresh ? refresh() : queries.invalidateQueries({ queryKey });
    },
  });
  const reset = () => {
    setError(null);
    mutation.reset();
  };
  return { ...mutation, error, reset };
}

/**
 * Begins a change with an ending of its own: `mutate` forgets what is told to it once the next one begins, or once the
 * part that called it is gone. Without `onError` an error is left to whoever shows the mutation's.
 */
export function mutateEach<Input, Answer>(
  mutation: { mutateAsync: (input: Input) => Promise<Answer> },
  input: Input,
  onSuccess: (answer: Answer) => void,
  onError: (error: unknown) => void = () => undefined,
): void {
  void mutation.mutateAsync(input).then(onSuccess, onError);
}
