import {
  type ClanNotifications,
  getMyNotifications,
  type NotificationKind,
  putMyNotifications,
} from "@clanhall/contract/notifications";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/api-client.ts";

export const myNotificationsQuery = queryOptions({
  queryKey: ["me", "notifications"],
  queryFn: async () => (await call(getMyNotifications, {})).items,
});

interface Choice {
  kind: NotificationKind;
  isOn: boolean;
}

/** Shown at once and taken back if it cannot be saved; switches beside it that are still on their way stay as they are. */
export function useSwitchMail(clanId: string) {
  const queries = useQueryClient();
  const show = ({ kind, isOn }: Choice) =>
    queries.setQueryData(myNotificationsQuery.queryKey, (clans) =>
      clans?.map((clan): ClanNotifications => {
        return clan.clan_id === clanId ? { ...clan, mail: { ...clan.mail, [kind]: isOn } } : clan;
      }),
    );
  return useMutation({
    mutationFn: ({ kind, isOn }: Choice) =>
      call(putMyNotifications, { body: { clan_id: clanId, mail: { [kind]: isOn } } }),
    onMutate: async (choice) => {
      await queries.cancelQueries(myNotificationsQuery);
      show(choice);
    },
    onError: (_error, { kind, isOn }) => show({ kind, isOn: !isOn }),
  });
}
