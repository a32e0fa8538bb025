import { getProfile, type Profile, putProfile, type WidgetKey, widgetKeys } from "@clanhall/contract/account";
import { toWidgetOrder } from "@clanhall/contract/dashboard";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/api-client.ts";
import { hasStatus } from "../../lib/api-errors.ts";
import { profileQuery } from "../../domain/profile.ts";
import { useWarnOnError } from "../../lib/hooks.ts";
import { showToast } from "../../ui/toasts.ts";

interface Layout {
  order: WidgetKey[];
  hidden: WidgetKey[];
}

/** Which widgets the profile asks for, in its order; as one sees them first when it cannot be read. */
export function useLayout() {
  const profile = useQuery(profileQuery);
  useWarnOnError(profile.error, "The dashboard settings could not be loaded");
  const save = useSaveLayout();
  const saved = layoutOf(profile.data);
  const { order, hidden } = save.isPending ? { ...saved, ...save.variables } : saved;
  return {
    isPending: profile.isPending,
    name: profile.data?.display_name,
    order,
    hidden,
    save: save.mutateAsync,
    problem: save.error,
  };
}

function layoutOf(profile: Profile | undefined): Layout {
  const { order = [], hidden = [] } = profile?.ui_settings.dashboard ?? {};
  return { order: toWidgetOrder(order), hidden: widgetKeys.filter((key) => hidden.includes(key)) };
}

function useSaveLayout() {
  const queries = useQueryClient();
  return useMutation({
    scope: { id: "dashboard layout" },
    mutationFn: (change: Partial<Layout>) => saveLayout(change, queries.getQueryData(profileQuery.queryKey)),
    onSuccess: (profile) => {
      queries.setQueryData(profileQuery.queryKey, profile);
      showToast({ kind: "success", message: "Dashboard settings saved" });
    },
    onError: () => showToast({ kind: "error", message: "Failed to save dashboard settings" }),
  });
}

/** What was changed elsewhere meanwhile does not stand in the way: what one just did counts, all else stays as it is there. */
async function saveLayout(change: Partial<Layout>, known: Profile | undefined): Promise<Profile> {
  const send = (base: Profile) =>
    call(putProfile, {
      body: { ui_settings: { dashboard: { ...layoutOf(base), ...change } }, version: base.version },
    });
  try {
    return await send(known ?? (await call(getProfile, {})));
  } catch (error) {
    if (!hasStatus(error, 409)) throw error;
    return send(await call(getProfile, {}));
  }
}
