import { pages } from "@clanhall/contract/pages";
import { Notice } from "../../ui/core/notice.tsx";
import { ButtonLink } from "../../ui/core/button.tsx";
import styles from "./dashboard.module.css";

/** For who belongs to no clan yet. */
export function Welcome({ name }: { name: string | undefined }) {
  return (
    <div className={styles.welcome}>
      <h2>{name ? `Welcome, ${name}` : "Welcome"}</h2>
      <p>You&apos;re signed in but not part of any clans yet</p>
      <p className={styles.note}>
        Clans are private: browsing or searching for clans is unavailable. If a clan’s owner sent you an invite link,
        open it to join them.
      </p>
      <CreateClanLink />
    </div>
  );
}

/** For who only belongs to the clans of others. */
export function AskForInvite() {
  return (
    <Notice role="complementary" className={styles.banner} aria-label="Joining another clan">
      <p>To join another clan, ask a clan owner for an invite link. Or create a clan of your own.</p>
      <CreateClanLink />
    </Notice>
  );
}

function CreateClanLink() {
  return (
    <ButtonLink variant="primary" to={pages.myClans.path} search={{ create: "clan" }}>
      Create a Clan
    </ButtonLink>
  );
}
