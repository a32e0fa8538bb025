import type { Clan } from "@clanhall/contract/clans";
import { pages } from "@clanhall/contract/pages";
import { canInClan } from "@clanhall/contract/permissions";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { ClanChooser, ClanPage } from "../domain/clan-page.tsx";
import { clanQuery } from "../domain/clans.ts";
import { mayInClan } from "../domain/permissions.ts";
import { ClanLog, LatestAudit } from "../features/audit/log.tsx";
import { AsyncSection } from "../ui/async-section.tsx";
import { Card } from "../ui/card.tsx";
import { Button, ButtonLink } from "../ui/core/button.tsx";
import { Row, Stack } from "../ui/core/layout.tsx";
import { lazyDialog } from "../ui/lazy-dialog.tsx";
import { SectionedPage, useTab } from "../ui/sectioned-page.tsx";
import {
  ClanNotices,
  type ClanTab,
  DataCard,
  PermissionsCard,
  tabsFor,
  toClanTab,
} from "../features/clans/sections.tsx";
import { DangerZone } from "../features/clans/danger-zone.tsx";
import { DayCard, WindowCard } from "../features/clans/clan-day.tsx";
import { DetailsCard } from "../features/clans/details.tsx";
import { OverviewCard } from "../features/clans/overview.tsx";
import { TokensCard } from "../features/tokens/tokens.tsx";
import { DiscordAppCard } from "../features/webhooks/discord-app.tsx";
import { WebhooksCard } from "../features/webhooks/webhooks.tsx";
import { hasStatus } from "../lib/api-errors.ts";
import { NotFound } from "../ui/page-message.tsx";
import { showToast } from "../ui/toasts.ts";

export function ClanAdminPage() {
  const { id } = useParams({ strict: false });
  if (id !== undefined) return <ClanAdminOf id={id} />;
  return (
    <ClanPage title="Clan Admin" action="settings.view" whoMay="Owners and maintainers manage a clan.">
      {() => null}
    </ClanPage>
  );
}

function ClanAdminOf({ id }: { id: string }) {
  const clan = useQuery(clanQuery(id));
  if (hasStatus(clan.error, 400, 404)) return <UnknownClan />;
  if (clan.data && !canInClan(clan.data.role, "settings.view")) return <NotAManager clanId={id} />;
  return clan.data ? (
    <ClanAdmin key={id} clan={clan.data} />
  ) : (
    <Stack as="section" gap={5}>
      <h1>Clan Admin</h1>
      <AsyncSection query={clan} what="The clan" lines={6}>
        {() => null}
      </AsyncSection>
    </Stack>
  );
}

/** With the clans there are below. */
function UnknownClan() {
  return (
    <>
      <NotFound />
      <ClanChooser action="settings.view" />
    </>
  );
}

function ClanAdmin({ clan }: { clan: Clan }) {
  const shown = tabsFor(clan.role === "owner");
  const tab = toClanTab(useTab(), shown);
  return (
    <SectionedPage
      title={clan.name}
      label="Parts of the clan admin"
      parts={shown}
      current={tab}
      notice={<ClanNotices clan={clan} />}
    >
      {tabs[tab](clan)}
    </SectionedPage>
  );
}

const tabs: Record<ClanTab, (clan: Clan) => ReactNode> = {
  overview: (clan) => (
    <>
      <OverviewCard clan={clan} />
      <LatestAudit clanId={clan.id} />
    </>
  ),
  details: (clan) => <DetailsCard clan={clan} />,
  day: (clan) => (
    <>
      <DayCard clan={clan} />
      <WindowCard clan={clan} />
    </>
  ),
  permissions: (clan) => <PermissionsCard clan={clan} />,
  integrations: (clan) => (
    <>
      <DiscordAppCard clan={clan} />
      <WebhooksCard clan={clan} />
      <TokensCard clan={clan} />
    </>
  ),
  audit: (clan) => <ClanLog clanId={clan.id} />,
  data: (clan) => (
    <>
      <ImportCard clan={clan} />
      <DataCard clan={clan} />
    </>
  ),
  danger: (clan) => <DangerZone clan={clan} />,
};

const EntryImport = lazyDialog(async () => (await import("../features/entries/import/import.tsx")).ImportDialog);

/** The two imports of a clan: both ask and check before anything is written. */
function ImportCard({ clan }: { clan: Clan }) {
  const [isImporting, setImporting] = useState(false);
  if (!mayInClan(clan, "entry.write")) return null;
  return (
    <Card title="Import" line="From a spreadsheet or a list. You see what would change before anything is written.">
      <Row>
        <Button onClick={() => setImporting(true)}>Import values</Button>
        {mayInClan(clan, "member.manage") && (
          <ButtonLink to={pages.managePlayers.path} search={{ clan: clan.id, show: "import" }}>
            Import players
          </ButtonLink>
        )}
      </Row>
      {isImporting && <EntryImport clanId={clan.id} day={clan.today.clan_date} onClose={() => setImporting(false)} />}
    </Card>
  );
}

/** The screen is for managers; everybody else is shown what is theirs. */
function NotAManager({ clanId }: { clanId: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    showToast({ kind: "info", message: "You do not manage this clan" });
    void navigate({ to: pages.dashboard.path, search: { clan: clanId }, replace: true });
  }, [navigate, clanId]);
  return null;
}
