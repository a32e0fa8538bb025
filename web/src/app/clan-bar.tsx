import type { ClanCard } from "@clanhall/contract/clans";
import { pages } from "@clanhall/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { ClanCrest } from "../domain/clan-crest.tsx";
import { type ClanTab, clanScreens, screensFor, tabOf, toClanScreen, toPlayerPage } from "../domain/clan-screens.ts";
import { myClansQuery } from "../domain/clans.ts";
import { useNamedClan } from "../domain/named-clan.ts";
import { roleNames } from "../domain/formats.ts";
import { useIsPhone } from "../lib/media.ts";
import { TextField } from "../ui/core/field.tsx";
import { Drawing, Icon } from "../ui/core/icon.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Popover } from "../ui/popover.tsx";
import styles from "./clan-bar.module.css";

/** Moves inside a clan: which clan, and which of its screens. */
export function ClanBar() {
  const pathname = useLocation({ select: (at) => at.pathname });
  const { data: clans } = useQuery(myClansQuery);
  const isPhone = useIsPhone();
  const current = tabOf(pathname);
  const { clanId } = useNamedClan();
  const clan = clans?.find(({ id }) => id === clanId) ?? null;
  return (
    <>
      <div className={styles.bar}>
        <div className={styles.inner}>
          {clans && <Switcher key={`${pathname} ${clanId}`} clan={clan} clans={clans} current={current} />}
          {clans && !isPhone && <Tabs clan={clan} current={current} />}
        </div>
      </div>
      {isPhone && clan && <BottomBar key={pathname} clan={clan} current={current} />}
    </>
  );
}

interface BarProps {
  clan: ClanCard | null;
  current: ClanTab;
}

function Tabs({ clan, current }: BarProps) {
  const screens = clan
    ? screensFor(clan)
    : clanScreens.filter(({ page }) => page !== "clanHome" && page !== "clanAdmin");
  return (
    <nav key={current} ref={scrollToCurrent} className={styles.tabs} aria-label="Clan">
      {screens.map(({ page, label }) => (
        <ScreenLink key={page} page={page} clanId={clan?.id} isCurrent={page === current}>
          {label}
        </ScreenLink>
      ))}
    </nav>
  );
}

/** Where there are more tabs than room. */
function scrollToCurrent(tabs: HTMLElement | null): void {
  tabs?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

interface ScreenLinkProps {
  page: ClanTab;
  /** Without one, the screen asks for it. */
  clanId: string | undefined;
  isCurrent: boolean;
  children: ReactNode;
}

function ScreenLink({ page, clanId, isCurrent, children }: ScreenLinkProps) {
  const target = clanId ? toClanScreen(page, clanId) : { to: pages[page].path, params: {}, search: {} };
  return (
    <Link {...target} activeProps={{}} activeOptions={{ exact: true }} aria-current={isCurrent ? "page" : undefined}>
      {children}
    </Link>
  );
}

const searchedFrom = 8;

/** The clan and, behind it, all the others; choosing one stays on this screen where it is there for that clan too. */
function Switcher({ clan, clans, current }: BarProps & { clans: ClanCard[] }) {
  return (
    <Popover
      label={clan ? `Switch clan: ${clan.name}` : "Choose a clan"}
      isNamedByText
      align="start"
      trigger={
        <button type="button" className={styles.switcher}>
          {clan && <ClanCrest clan={clan} />}
          <strong>
            {clan && <span className="visually-hidden">Switch clan: </span>}
            {clan ? clan.name : "Choose a clan"}
          </strong>
          <svg
            width="10"
            height="14"
            viewBox="0 0 10 14"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.5"
            aria-hidden
          >
            <path d="m2 5 3-3 3 3M2 9l3 3 3-3" />
          </svg>
        </button>
      }
    >
      <ClanChoices clan={clan} clans={clans} current={current} />
    </Popover>
  );
}

function ClanChoices({ clan, clans, current }: BarProps & { clans: ClanCard[] }) {
  const [typed, setTyped] = useState("");
  const wanted = typed.trim().toLowerCase();
  const shown = clans.filter(({ name }) => name.toLowerCase().includes(wanted));
  return (
    <div className={styles.choices}>
      {clans.length >= searchedFrom && (
        <TextField label="Find a clan" value={typed} onChange={({ currentTarget }) => setTyped(currentTarget.value)} />
      )}
      <ul>
        {shown.map((choice) => (
          <li key={choice.id}>
            <Link
              {...toClanScreen(
                screensFor(choice).some(({ page }) => page === current) ? current : "clanHome",
                choice.id,
              )}
              aria-current={choice.id === clan?.id ? "true" : undefined}
            >
              <ClanCrest clan={choice} />
              <span>
                <strong>{choice.name}</strong>
                <small>{stateText(choice)}</small>
              </span>
              {choice.id === clan?.id && <Icon name="tick" size={16} />}
            </Link>
          </li>
        ))}
        {shown.length === 0 && <li>No clans found.</li>}
      </ul>
      <ul>
        <li>
          <Link to={pages.myClans.path}>All my clans</Link>
        </li>
        <li>
          <Link to={pages.myClans.path} search={{ create: "clan" }}>
            Create a clan
          </Link>
        </li>
      </ul>
    </div>
  );
}

/** "Owner · 63 missing today"; members see no state. */
function stateText({ role, today: { due, entered } }: ClanCard): string {
  const name = roleNames[role];
  if (role === "member" || due === 0) return name;
  return `${name} · ${entered < due ? `${due - entered} missing today` : "all entered"}`;
}

const firstScreens = 4;

/** On a phone the screens used daily lie under the thumb; the others are in a sheet. */
function BottomBar({ clan, current }: BarProps & { clan: ClanCard }) {
  const [isOpen, setOpen] = useState(false);
  const screens = screensFor(clan);
  const others = screens.slice(firstScreens);
  return (
    <>
      <nav className={styles.bottom} aria-label="Clan">
        {screens.slice(0, firstScreens).map(({ page, label }) => (
          <ScreenLink key={page} page={page} clanId={clan.id} isCurrent={page === current}>
            <Drawing path={drawings[page]} size={20} />
            {label}
          </ScreenLink>
        ))}
        <button
          type="button"
          aria-haspopup="dialog"
          data-current={others.some(({ page }) => page === current) || undefined}
          onClick={() => setOpen(true)}
        >
          <Drawing path={moreDrawing} size={20} />
          More
        </button>
      </nav>
      {isOpen && (
        <Dialog title="More" size="sheet" onClose={() => setOpen(false)}>
          <nav className={styles.sheet} aria-label="More of the clan">
            {others.map(({ page, label }) => (
              <ScreenLink key={page} page={page} clanId={clan.id} isCurrent={page === current}>
                <Drawing path={drawings[page]} size={20} />
                {label}
                <Icon name="chevron-right" size={16} />
              </ScreenLink>
            ))}
            <Link {...toPlayerPage(clan.member_id)}>
              <Drawing path={ownDrawing} size={20} />
              My own page
              <Icon name="chevron-right" size={16} />
            </Link>
          </nav>
        </Dialog>
      )}
    </>
  );
}

const drawings: Record<ClanTab, string> = {
  clanHome: "M4 11l8-7 8 7M6 10v10h12V10",
  dailyActivity: "M4.5 6.5h15v13h-15zM4.5 10.5h15M8.5 4v4M15.5 4v4M9 15l2 2 4-4",
  activityHistory: "M5.5 8A8 8 0 114 12M5 4v4h4M12 8v4.2l3 1.8",
  scoreboards:
    "M8 4.5h8v6a4 4 0 01-8 0zM8 6H4.5c0 3 1.3 4.5 3.5 4.5M16 6h3.5c0 3-1.3 4.5-3.5 4.5M12 14.5v3M8.5 20h7M10 17.5h4",
  bulletins: "M4 10v4l11 4V6L4 10zM15 8.5a3.5 3.5 0 010 7M7 15l1 4.5h2.5l-1-3.6",
  managePlayers:
    "M9 5.5a3 3 0 100 6 3 3 0 000-6zM3.5 19c.3-3 2.4-5 5.5-5s5.2 2 5.5 5M15.5 6a3 3 0 010 5.6M17 14.4c2 .6 3.3 2.3 3.5 4.6",
  customizeActivities: "M4 7h9M17 7h3M15 5v4M4 12h3M11 12h9M9 10v4M4 17h7M15 17h5M13 15v4",
  invites: "M4 6h16v12H4zM4.5 7l7.5 6 7.5-6",
  clanAdmin:
    "M12 9a3 3 0 100 6 3 3 0 000-6zM12 3.5V6M12 18v2.5M3.5 12H6M18 12h2.5M6 6l1.8 1.8M16.2 16.2L18 18M18 6l-1.8 1.8M7.8 16.2L6 18",
};
const ownDrawing = "M12 4.5a3.5 3.5 0 100 7 3.5 3.5 0 000-7zM5 20c.4-3.8 3-6 7-6s6.6 2.2 7 6";
const moreDrawing =
  "M5 11.3a.7.7 0 100 1.4.7.7 0 000-1.4zM12 11.3a.7.7 0 100 1.4.7.7 0 000-1.4zM19 11.3a.7.7 0 100 1.4.7.7 0 000-1.4z";
