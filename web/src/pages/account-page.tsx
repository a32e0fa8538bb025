import type { Profile } from "@clanhall/contract/account";
import { pages } from "@clanhall/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { AsyncSection } from "../ui/async-section.tsx";
import { AccountFrame, type AccountSection, toAccountSection } from "../features/account/sections.tsx";
import { DashboardSettings } from "../features/account/dashboard-settings.tsx";
import { DeleteCard, DeletionNotice } from "../features/account/delete-account.tsx";
import { AnalyticsCard, DownloadCard, PublicNameCard } from "../features/account/privacy.tsx";
import { EmailCard } from "../features/account/email.tsx";
import { FactorsCard } from "../features/account/factors.tsx";
import { PasskeysCard } from "../features/account/passkeys.tsx";
import { NotificationsCard } from "../features/account/notifications.tsx";
import { PasswordCard } from "../features/account/password.tsx";
import { DiscordLinkCard } from "../features/account/discord.tsx";
import { PlayersCard } from "../features/account/players.tsx";
import { KeysCard, ProfileCard, ThemeCard } from "../features/account/profile.tsx";
import { ConfirmIdentityProvider } from "../features/account/confirm-identity.tsx";
import { SessionsCard, SignInsCard } from "../features/account/sessions.tsx";
import { SignInMethods } from "../features/account/sign-in-methods.tsx";
import { profileQuery } from "../domain/profile.ts";
import { signOut } from "../lib/session.ts";
import { useTab } from "../ui/sectioned-page.tsx";

export function AccountPage() {
  const section = toAccountSection(useTab());
  const profile = useQuery(profileQuery);
  const deletesAt = profile.data?.deletes_at;
  return (
    <ConfirmIdentityProvider>
      <AccountFrame section={section} notice={deletesAt && <DeletionNotice deletesAt={deletesAt} />}>
        <AsyncSection query={profile} what="Your account" lines={6}>
          {(loaded) => sections[section](loaded)}
        </AsyncSection>
      </AccountFrame>
    </ConfirmIdentityProvider>
  );
}

const sections: Record<AccountSection, (profile: Profile) => ReactNode> = {
  profile: (profile) => (
    <>
      <ProfileCard profile={profile} />
      <EmailCard profile={profile} />
      <ThemeCard />
      <KeysCard userId={profile.id} />
    </>
  ),
  security: (profile) => <Security profile={profile} />,
  players: (profile) => (
    <>
      <PlayersCard usual={profile.privacy.public_name} />
      <DiscordLinkCard />
    </>
  ),
  notifications: (profile) => <NotificationsCard email={profile.email} />,
  dashboard: (profile) => <DashboardSettings profile={profile} />,
  privacy: (profile) => (
    <>
      <PublicNameCard profile={profile} />
      <AnalyticsCard profile={profile} />
      <DownloadCard />
      <DeleteCard profile={profile} />
    </>
  ),
};

function Security({ profile }: { profile: Profile }) {
  const navigate = useNavigate();
  const errorCode = useLocation({ select: ({ searchStr }) => searchParam(searchStr, "error_code") });
  return (
    <>
      <PasswordCard profile={profile} />
      <SignInMethods profile={profile} errorCode={errorCode} />
      <PasskeysCard />
      <FactorsCard />
      <SessionsCard onSignedOut={() => signOut(() => navigate({ to: pages.login.path }))} />
      <SignInsCard />
    </>
  );
}

function searchParam(search: string, name: string): string | null {
  return new URLSearchParams(search).get(name);
}
