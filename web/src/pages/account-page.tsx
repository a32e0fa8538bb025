import type { Profile } from "@clanhall/contract/account";
import { pages } from "@clanhall/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { AsyncSection } from "../ui/async-section.tsx";
import { DashboardSettings, NotificationsCard } from "../features/account/preferences.tsx";
import {
  AnalyticsCard,
  DeleteCard,
  DeletionNotice,
  DownloadCard,
  PublicNameCard,
} from "../features/account/privacy.tsx";
import { EmailCard, PasswordCard } from "../features/account/credentials.tsx";
import { FactorsCard } from "../features/account/factors.tsx";
import { DiscordLinkCard, PasskeysCard, SignInMethods } from "../features/account/sign-in-methods.tsx";
import { PlayersCard } from "../features/account/players.tsx";
import { KeysCard, ProfileCard, ThemeCard } from "../features/account/profile.tsx";
import { ConfirmIdentityProvider } from "../features/account/confirm-identity.tsx";
import { SessionsCard, SignInsCard } from "../features/account/sessions.tsx";
import { profileQuery } from "../domain/profile.ts";
import { signOut } from "../lib/session.ts";
import { SectionedPage, useTab } from "../ui/sectioned-page.tsx";

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

interface AccountFrameProps {
  section: AccountSection;
  /** What concerns the whole account stands above every section. */
  notice: ReactNode;
  children: ReactNode;
}

/** The index of the account's sections, with the chosen one beside it. */
function AccountFrame({ section, ...content }: AccountFrameProps) {
  return (
    <SectionedPage
      title="Account Settings"
      label="Account sections"
      parts={accountSections}
      current={section}
      {...content}
    />
  );
}

const accountSections = {
  profile: "Profile",
  security: "Security",
  players: "My players",
  notifications: "Notifications",
  dashboard: "Dashboard",
  privacy: "Privacy",
} as const;

type AccountSection = keyof typeof accountSections;

/** The section an address names; anything else means the first one. */
function toAccountSection(name: string | null): AccountSection {
  return name !== null && Object.hasOwn(accountSections, name) ? (name as AccountSection) : "profile";
}
