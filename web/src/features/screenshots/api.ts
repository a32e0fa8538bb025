import { listEntries } from "@clanhall/contract/entry-history";
import { addDays } from "@clanhall/contract/rules/clan-day";
import { createLayout, listLayouts, patchLayout, type ScreenshotLayout } from "@clanhall/contract/screenshot-layouts";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { CallInput } from "@clanhall/contract/endpoint";
import { call } from "../../lib/api-client.ts";

const layoutsKey = (clanId: string) => ["screenshots", clanId, "layouts"];

export const layoutsQuery = (clanId: string) =>
  queryOptions({
    queryKey: layoutsKey(clanId),
    queryFn: async ({ signal }) => (await call(listLayouts, { params: { clanId } }, { signal })).items,
  });

type Draft = CallInput<typeof createLayout>["body"];

/** Keeps a layout for the next time; with one that is known already only what changed of it. */
export function useKeepLayout(clanId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ known, draft }: { known: ScreenshotLayout | null; draft: Partial<Draft> & Pick<Draft, "name"> }) => {
      if (known) {
        const params = { clanId, layoutId: known.id };
        return call(patchLayout, { params, body: { ...draft, version: known.version } });
      }
      const { signs = [], geometry, ...rest } = draft;
      if (!geometry) throw new Error("A new layout has a geometry");
      return call(createLayout, { params: { clanId }, body: { ...rest, signs, geometry } });
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: layoutsKey(clanId) }),
  });
}

const pastDays = 30;
const rowsAtOnce = 200;
const pagesMax = 30;

/** Values of the days before, by activity and member, oldest first. */
export async function loadPast(
  clanId: string,
  day: string,
  activityIds: string[],
): Promise<Map<string, Map<string, number[]>>> {
  const past = new Map(activityIds.map((id) => [id, new Map<string, number[]>()]));
  if (activityIds.length === 0) return past;
  const query = {
    from: addDays(day, -pastDays),
    to: addDays(day, -1),
    activity_id: activityIds.join(),
    limit: rowsAtOnce,
  };
  let cursor: string | undefined;
  for (let page = 0; page < pagesMax; page++) {
    const answer = await call(listEntries, { params: { clanId }, query: { ...query, ...(cursor && { cursor }) } });
    for (const { activity_id, member_id, value } of answer.items) {
      const values = past.get(activity_id);
      // The latest day comes first.
      if (values && value !== null) values.set(member_id, [value, ...(values.get(member_id) ?? [])]);
    }
    if (answer.next_cursor === null) break;
    cursor = answer.next_cursor;
  }
  return past;
}
