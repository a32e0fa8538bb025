import { pages } from "@clanhall/contract/pages";
import { ButtonLink } from "../ui/core/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";

/** For who belongs to no clan yet. */
export function NoClan({ name }: { name?: string | undefined }) {
  return (
    <EmptyState title={name ? `Welcome, ${name}` : "Welcome"} actions={<CreateClanLink />}>
      <p>You&apos;re signed in but not part of any clans yet</p>
      <p>
        Clans are private: browsing or searching for clans is unavailable. If a clan’s owner sent you an invite link,
        open it to join them.
      </p>
    </EmptyState>
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
