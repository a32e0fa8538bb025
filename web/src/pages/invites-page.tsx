import { ClanPage } from "../domain/clan-page.tsx";
import { mayInClan } from "../domain/permissions.ts";
import { JoinLinkCard } from "../features/joining/link-card.tsx";
import { ClanInvites, toInvitesTab } from "../features/invites/invites.tsx";
import { Stack } from "../ui/core/layout.tsx";
import { useSearchParams } from "../ui/lists/search-filters.ts";
import { useTab } from "../ui/sectioned-page.tsx";

export function InvitesPage() {
  return (
    <ClanPage
      title="Invites"
      action="invite.manage"
      whoMay="Only owners can invite, and maintainers where the owner allows it."
    >
      {(clan) => (
        <Stack gap={5} key={clan.id}>
          {mayInClan(clan, "join.manage") && <JoinLinkCard clanId={clan.id} clanName={clan.name} />}
          <InvitesOf clanId={clan.id} />
        </Stack>
      )}
    </ClanPage>
  );
}

const params = { show: {}, q: {}, member: {}, invite: {} } as const;

/** Tab, filters and open dialogs live in the address. */
function InvitesOf({ clanId }: { clanId: string }) {
  const tab = toInvitesTab(useTab());
  const { values, set } = useSearchParams(params, { clan: clanId });
  return (
    <ClanInvites
      clanId={clanId}
      address={{ tab, ...values }}
      onAddress={(change) => set(change, { isStep: change.q === undefined })}
    />
  );
}
