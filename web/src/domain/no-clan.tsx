import { pages } from "@clanhall/contract/pages";
import { ButtonLink } from "../ui/core/button.tsx";
import { Stack } from "../ui/core/layout.tsx";
import styles from "./clan-page.module.css";

/** For who belongs to no clan yet. */
export function NoClan({ name }: { name?: string | undefined }) {
  return (
    <Stack gap={3} align="center" className={styles.none}>
      <h2>{name ? `Welcome, ${name}` : "Welcome"}</h2>
      <p>You&apos;re signed in but not part of any clans yet</p>
      <p>
        Clans are private: browsing or searching for clans is unavailable. If a clan’s owner sent you an invite link,
        open it to join them.
      </p>
      <CreateClanLink />
    </Stack>
  );
}

export function CreateClanLink({ isSmall }: { isSmall?: boolean }) {
  const style = isSmall ? ({ size: "sm" } as const) : ({ variant: "primary" } as const);
  return (
    <ButtonLink {...style} to={pages.myClans.path} search={{ create: "clan" }}>
      Create a Clan
    </ButtonLink>
  );
}
