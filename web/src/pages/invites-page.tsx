import { pages } from "@clanhall/contract/pages";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { ClanPicker, useChosenClan } from "../domain/clan-picker.tsx";
import { ClanInvites, type InvitesAddress, toInvitesTab } from "../features/invites/invites.tsx";
import styles from "../features/invites/invites.module.css";

export function InvitesPage() {
  const chosen = useChosenClan("invite.manage");
  const [address, setAddress] = useInvitesAddress(chosen.clan?.id);
  return (
    <div className={styles.page}>
      <h1>Invites</h1>
      {chosen.query.data?.length === 0 && (
        <p className={styles.note}>Only owners can invite, and maintainers where the owner allows it.</p>
      )}
      <ClanPicker chosen={chosen} />
      {chosen.clan && (
        <ClanInvites key={chosen.clan.id} clanId={chosen.clan.id} address={address} onAddress={setAddress} />
      )}
    </div>
  );
}

/** Tab, filters and open dialogs live in the address; what is empty is left out of it. */
function useInvitesAddress(clanId: string | undefined) {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const read = (name: string) => toText(search[name]);
  const address: InvitesAddress = {
    tab: toInvitesTab(read("tab")),
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
