import type { Profile } from "@clanhall/contract/account";
import { pages } from "@clanhall/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { AsyncSection } from "../ui/async-section.tsx";
import { AccountFrame } from "../features/account/account-frame.tsx";
import { type AccountSection, toAccountSection } from "../features/account/account-sections.ts";
import { DashboardCard } from "../features/account/dashboard-card.tsx";
import { DeleteCard, DeletionNotice } from "../features/account/delete-card.tsx";
import { DownloadCard } from "../features/account/download-card.tsx";
import { EmailCard } from "../features/account/email-card.tsx";
import { FactorsCard } from "../features/account/factors-card.tsx";
import { NotificationsCard } from "../features/account/notifications-card.tsx";
import { PasswordCard } from "../features/account/password-card.tsx";
import { AnalyticsCard, PublicNameCard } from "../features/account/privacy-choices.tsx";
import { PlayersCard } from "../features/account/players-card.tsx";
import { ProfileCard } from "../features/account/profile-card.tsx";
import { ProofProvider } from "../features/account/proof.tsx";
import { SessionsCard } from "../features/account/sessions-card.tsx";
import { SignInsCard } from "../features/account/sign-ins-card.tsx";
import { ThemeCard } from "../features/account/theme-card.tsx";
import { WaysInCard } from "../features/account/ways-in-card.tsx";
import { profileQuery } from "../domain/profile.ts";
import { signOut } from "../lib/session.ts";

export function AccountPage() {
  const section = useLocation({ select: ({ searchStr }) => toAccountSection(searchParam(searchStr, "section")) });
  const profile = useQuery(profileQuery);
  const deletesAt = profile.data?.deletes_at;
  return (
    <ProofProvider>
      <AccountFrame section={section} notice={deletesAt && <DeletionNotice deletesAt={deletesAt} />}>
        <AsyncSection query={profile} what="Your account" lines={6}>
          {(loaded) => sections[section](loaded)}
        </AsyncSection>
      </AccountFrame>
    </ProofProvider>
  );
}

const sections: Record<AccountSection, (profile: Profile) => ReactNode> = {
  profile: (profile) => (
    <>
      <ProfileCard profile={profile} />
      <EmailCard profile={profile} />
      <ThemeCard />
    </>
  ),
  security: (profile) => <Security profile={profile} />,
  players: (profile) => <PlayersCard usual={profile.privacy.public_name} />,
  notifications: (profile) => <NotificationsCard email={profile.email} />,
  dashboard: (profile) => <DashboardCard profile={profile} />,
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
  const refusedCode = useLocation({ select: ({ searchStr }) => searchParam(searchStr, "error_code") });
  return (
    <>
      <PasswordCard profile={profile} />
      <WaysInCard profile={profile} refusedCode={refusedCode} />
      <FactorsCard />
      <SessionsCard onSignedOut={() => signOut(() => navigate({ to: pages.login.path }))} />
      <SignInsCard />
    </>
  );
}

function searchParam(search: string, name: string): string | null {
  return new URLSearchParams(search).get(name);
}
