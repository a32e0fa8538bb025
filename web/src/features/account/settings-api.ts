import type { AnswerOf } from "@clanhall/contract/endpoint";
import { getMyClanSettings, type PublicName, putMyClanSettings } from "@clanhall/contract/account";
import { leaveClan } from "@clanhall/contract/clans";
import { listMyLinkedMembers } from "@clanhall/contract/members";
import {
  type ClanNotifications,
  getMyNotifications,
  type NotificationKind,
  putMyNotifications,
} from "@clanhall/contract/notifications";
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/api-client.ts";
import { useOptimisticMutation } from "../../lib/mutations.ts";

export const myPlayersQuery = queryOptions({
  queryKey: ["me", "players"],
  queryFn: () => call(listMyLinkedMembers, {}),
});

export const clanSettingsQuery = (clanId: string) =>
  queryOptions({
    queryKey: ["me", "clans", clanId, "settings"],
    queryFn: () => call(getMyClanSettings, { params: { clanId } }),
  });

type ClanSettings = AnswerOf<typeof getMyClanSettings>;

interface NameChoice {
  name: PublicName | null;
  /** The version the choice was made on. */
  version: number;
}

/** After a change elsewhere, that change is shown. */
export function useChoosePublicName(clanId: string) {
  const queries = useQueryClient();
  const { queryKey } = clanSettingsQuery(clanId);
  return useOptimisticMutation({
    queryKey,
    apply: (settings: ClanSettings, { name }: NameChoice) => ({ ...settings, public_name: name }),
    mutationFn: ({ name, version }) =>
      call(putMyClanSettings, { params: { clanId }, body: { public_name: name, version } }),
    onSuccess: (settings) => queries.setQueryData(queryKey, settings),
  });
}

export function useLeaveClan() {
  const queries = useQueryClient();
  return async (clanId: string) => {
    await call(leaveClan, { params: { clanId } });
    void queries.invalidateQueries({ queryKey: ["clans"] });
    await queries.invalidateQueries(myPlayersQuery);
  };
}

export const myNotificationsQuery = queryOptions({
  queryKey: ["me", "notifications"],
  queryFn: async () => (await call(getMyNotifications, {})).items,
});

type NotificationChoice =
  | { channel: "mail"; kind: NotificationKind; isOn: boolean }
  | { channel: "discord"; kind: "reminder"; isOn: boolean };

/** Switches beside it that are still on their way stay as they are. */
export function useSwitchNotification(clanId: string) {
  const queries = useQueryClient();
  const { queryKey } = myNotificationsQuery;
  const apply = (clans: ClanNotifications[], { channel, kind, isOn }: NotificationChoice) =>
    clans.map((clan) => (clan.clan_id === clanId ? { ...clan, [channel]: { ...clan[channel], [kind]: isOn } } : clan));
  return useOptimisticMutation({
    queryKey,
    apply,
    mutationFn: ({ channel, kind, isOn }: NotificationChoice) =>
      call(putMyNotifications, { body: { clan_id: clanId, [channel]: { [kind]: isOn } } }),
    onSuccess: (saved, choice) => {
      const isOn = choice.channel === "mail" ? saved.mail[choice.kind] : saved.discord.reminder;
      queries.setQueryData(queryKey, (clans) => clans && apply(clans, { ...choice, isOn }));
    },
    refresh: async () => undefined,
  });
}
