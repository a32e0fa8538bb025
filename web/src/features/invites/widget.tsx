import { widgetItemsMax } from "@clanhall/contract/dashboard";
import { type Invite, isOutstanding, listMyInvites } from "@clanhall/contract/invites";
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { call } from "../../lib/api-client.ts";
import { useWarnOnError } from "../../lib/hooks.ts";
import { useNow } from "../../ui/relative-time.tsx";
import { WidgetItem, WidgetList } from "../../ui/widget-list.tsx";

const myInvitesQuery = queryOptions({
  queryKey: ["invites", "my"],
  queryFn: async () => (await call(listMyInvites, {})).invites,
});
const none: Invite[] = [];

/** The dashboard does without invites that do not come. */
export function useMyInvites(isWanted: boolean) {
  const { data = none, error, isPending } = useQuery({ ...myInvitesQuery, enabled: isWanted });
  useWarnOnError(error, "The invites could not be loaded");
  return { invites: data, isPending };
}

interface InvitesWidgetProps {
  invites: Invite[];
  isPending: boolean;
  isChosen: (clanId: string | null) => boolean;
  /** What can be done when there is nothing. */
  action: ReactNode;
}

/** The invites nobody has answered yet, the soonest to expire first. */
export function InvitesWidget({ invites, isPending, isChosen, action }: InvitesWidgetProps) {
  const now = useNow();
  const shown = invites
    .filter((invite) => isChosen(invite.clan_id) && isOutstanding(invite, new Date(now)))
    .toSorted((a, b) => endOf(a) - endOf(b))
    .slice(0, widgetItemsMax);
  return (
    <WidgetList isPending={isPending} loading="Loading invites…" none="No outstanding invites." action={action}>
      {shown.map(({ id, clan_member, expires_at }) => (
        <WidgetItem
          key={id}
          title={clan_member.name || "Member"}
          note={clan_member.clan.name || "Clan"}
          expiresAt={expires_at}
          now={now}
        />
      ))}
    </WidgetList>
  );
}

/** What never ends goes last. */
function endOf({ expires_at }: Invite): number {
  return expires_at === null ? Number.MAX_VALUE : Date.parse(expires_at);
}
