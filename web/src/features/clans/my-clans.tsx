import type { ClanCard } from "@clanhall/contract/clans";
import { pages } from "@clanhall/contract/pages";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ButtonLink } from "../../ui/core/button.tsx";
import { ClanCardView } from "./clan-card.tsx";
import styles from "./clans.module.css";

/** The caller's clans as the server sorts them, by name. */
export function ClanList({ clans }: { clans: ClanCard[] }) {
  if (clans.length === 0) return <NoClans />;
  return (
    <ul className={styles.cards}>
      {clans.map((clan) => (
        <li key={clan.id}>
          <ClanCardView clan={clan} />
        </li>
      ))}
    </ul>
  );
}

function NoClans() {
  return (
    <EmptyState title="No clans yet" actions={<CreateLink />}>
      The clans you belong to will be here. Create one for your group, or open the invite link that a clan’s owner sent
      you.
    </EmptyState>
  );
}

export function CreateLink() {
  return (
    <ButtonLink variant="primary" to={pages.myClans.path} search={{ create: "clan" }}>
      Create a clan
    </ButtonLink>
  );
}
