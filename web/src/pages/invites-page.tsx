import { pages } from "@clanhall/contract/pages";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { ClanPage } from "../domain/clan-page.tsx";
import { mayInClan } from "../domain/permissions.ts";
import { JoinLinkCard } from "../features/joining/link-card.tsx";
import { ClanInvites, type InvitesAddress, toInvitesTab } from "../features/invites/invites.tsx";
import { Stack } from "../ui/core/layout.tsx";
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

function InvitesOf({ clanId }: { clanId: string }) {
  const [address, setAddress] = useInvitesAddress(clanId);
  return <ClanInvites clanId={clanId} address={address} onAddress={setAddress} />;
}

/** Tab, filters and open dialogs live in the address; what is empty is left out of it. */
function useInvitesAddress(clanId: string) {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const read = (name: string) => toText(search[name]);
  const address: InvitesAddress = {
    tab: toInvitesTab(useTab()),
    show: read("show"),
    q: read("q"),
    member: read("member"),
    invite: read("invite"),
  };
  const setAddress = (change: Partial<InvitesAddress>) => {
    const wanted = Object.entries({ ...search, clan: clanId, ...change }).filter(([, value]) => value !== "");
    const isTyping = change.q !== undefined;
    void navigate({ to: pages.invites.path, search: Object.fromEntries(wanted), replace: isTyping });
  };
  return [address, setAddress] as const;
}

/** A number in an address is read as one; here everything is text. */
function toText(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
