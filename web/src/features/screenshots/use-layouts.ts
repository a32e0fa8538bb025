import type { CallInput } from "@clanhall/contract/endpoint";
import {
  createLayout,
  deleteLayout,
  listLayouts,
  patchLayout,
  type ScreenshotLayout,
} from "@clanhall/contract/screenshot-layouts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../lib/api-client.ts";

type Draft = CallInput<typeof createLayout>["body"];

interface Kept {
  /** Null where it is a new one; of one that is known only what is given changes. */
  known: ScreenshotLayout | null;
  draft: Partial<Draft> & Pick<Draft, "name">;
}

function keepLayout(clanId: string, { known, draft }: Kept): Promise<ScreenshotLayout> {
  if (known) {
    const params = { clanId, layoutId: known.id };
    return call(patchLayout, { params, body: { ...draft, version: known.version } });
  }
  const { signs = [], geometry, ...rest } = draft;
  if (!geometry) throw new Error("A new layout has a geometry");
  return call(createLayout, { params: { clanId }, body: { ...rest, signs, geometry } });
}

/** The layouts that a clan remembers, and the one by which the list of the chosen pictures is known. */
export function useLayouts(clanId: string) {
  const queries = useQueryClient();
  const queryKey = ["screenshots", clanId, "layouts"];
  const { data: stored = [] } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call(listLayouts, { params: { clanId } }, { signal })).items,
  });
  const [current, setCurrent] = useState<ScreenshotLayout | null>(null);
  const { mutate, error } = useMutation({
    mutationFn: (kept: Kept) => keepLayout(clanId, kept),
    onSuccess: (layout) => {
      setCurrent(layout);
      return queries.invalidateQueries({ queryKey });
    },
  });
  return {
    stored,
    current,
    setCurrent,
    error,
    find: (name: string) =>
      (current && isCalled(current, name) ? current : stored.find((layout) => isCalled(layout, name))) ?? null,
    keep: (kept: Kept) => {
      setCurrent(kept.known);
      mutate(kept);
    },
    remove: async ({ id, version }: ScreenshotLayout) => {
      await call(deleteLayout, { params: { clanId, layoutId: id }, body: { version } });
      setCurrent(null);
      await queries.invalidateQueries({ queryKey });
    },
  };
}

function isCalled({ name }: ScreenshotLayout, wanted: string): boolean {
  return name.toLowerCase() === wanted.toLowerCase();
}
