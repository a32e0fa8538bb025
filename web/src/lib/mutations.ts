import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";

interface OptimisticMutation<Data, Input, Answer> {
  /** What it changes; every query whose key begins so. */
  queryKey: QueryKey;
  /** What the data will be once it is done. */
  apply: (data: Data, input: Input) => Data;
  mutationFn: (input: Input) => Promise<Answer>;
  /** One after the other with all of the same name. */
  scope?: string;
  onSuccess?: (answer: Answer, input: Input) => void;
  /** Asks again for what may have changed; without it, for what was applied. */
  refresh?: () => Promise<unknown>;
}

/** Shown at once, and taken back if it cannot be done; the error stays with the mutation until the next try. */
export function useOptimisticMutation<Data, Input, Answer>(options: OptimisticMutation<Data, Input, Answer>) {
  const { queryKey, apply, mutationFn, scope, onSuccess, refresh } = options;
  const queries = useQueryClient();
  return useMutation({
    ...(scope && { scope: { id: scope } }),
    mutationFn,
    onMutate: async (input: Input) => {
      // An answer that is on the way would undo what is shown.
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueriesData<Data>({ queryKey });
      queries.setQueriesData<Data>({ queryKey }, (data) => (data === undefined ? data : apply(data, input)));
      return before;
    },
    onSuccess: (answer: Answer, input: Input) => onSuccess?.(answer, input),
    onError: (_error, _input, before = []) => {
      for (const [key, data] of before) queries.setQueryData(key, data);
    },
    onSettled: refresh ?? (() => queries.invalidateQueries({ queryKey })),
  });
}

/**
 * Begins a change with an ending of its own: `mutate` forgets what is told to it once the next one begins. Without
 * `onError` it is left to whoever shows the mutation's error.
 */
export function mutateEach<Input, Answer>(
  mutation: { mutateAsync: (input: Input) => Promise<Answer> },
  input: Input,
  onSuccess: (answer: Answer) => void,
  onError: (error: unknown) => void = () => undefined,
): void {
  void mutation.mutateAsync(input).then(onSuccess, onError);
}
