import type { ClanCard } from "@clanhall/contract/clans";
import { pages } from "@clanhall/contract/pages";
import { foldText } from "@clanhall/contract/rules/fold-text";
import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { ClanCrest } from "../domain/clan-crest.tsx";
import {
  clanScreens,
  type ClanTab,
  screensFor,
  switcherId,
  tabOf,
  toClanScreen,
  toPlayerPage,
} from "../domain/clan-screens.ts";
import { myClansQuery } from "../domain/clans.ts";
import { attentionCountsQuery } from "../domain/decisions.ts";
import { roleNames } from "../domain/formats.ts";
import { useNamedClan } from "../domain/named-clan.ts";
import { mayInClan } from "../domain/permissions.ts";
import { chordKey } from "../domain/single-keys.ts";
import { formatNumber } from "../lib/format.ts";
import { useIsPhone } from "../lib/media.ts";
import { itemStyle } from "../ui/core/button.tsx";
import { ItemLink } from "../ui/links.tsx";
import { FindInput } from "../ui/fields.tsx";
import { Row, Stack, Text } from "../ui/core/layout.tsx";
import { Drawing, Icon } from "../ui/core/icon.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { bringIntoView } from "../ui/focus.ts";
import { Popover } from "../ui/popover.tsx";
import styles from "./clan-bar.module.css";

/** Moves inside a clan: which clan, and which of its screens. */
export function ClanBar({ onFind }: { onFind: () => void }) {
  const pathname = useLocation({ select: (at) => at.pathname });
  const { data: clans } = useQuery(myClansQuery);
  const isPhone = useIsPhone();
  const current = tabOf(pathname);
  const { clanId } = useNamedClan();
  const clan = clans?.find(({ id }) => id === clanId) ?? null;
  return (
    <>
      <div className={styles.bar}>
        <Row nowrap className={styles.inner}>
          {clans && <Switcher key={`${pathname} ${clanId}`} clan={clan} clans={clans} current={current} />}
          {clans && !isPhone && <Tabs clan={clan} clans={clans} current={current} />}
          <button type="button" className={styles.find} aria-keyshortcuts="Control+K Meta+K" onClick={onFind}>
            <Icon name="search" size={isPhone ? 20 : 16} />
            <span className="visually-hidden">Find or do anything</span>
            {!isPhone && <kbd aria-hidden>{chordKey} K</kbd>}
          </button>
        </Row>
      </div>
      {isPhone && clans && clans.length > 0 && <BottomBar key={pathname} clan={clan} clans={clans} current={current} />}
    </>
  );
}

interface BarProps {
  /** Null until one is chosen. */
  clan: ClanCard | null;
  clans: ClanCard[];
  current: ClanTab;
}

/** Until a clan is chosen: what is there in any of them. */
function screensOf({ clan, clans }: BarProps) {
  return clan ? screensFor(clan) : clanScreens.filter(({ action }) => clans.some((one) => mayInClan(one, action)));
}

function Tabs(props: BarProps) {
  const { clan, current } = props;
  const screens = screensOf(props);
  return (
    <nav key={current} ref={bringCurrentIntoView} className={styles.tabs} aria-label="Clan">
      {screens.map(({ page, label }) => (
        <ScreenLink key={page} page={page} clanId={clan?.id ?? null} isCurrent={page === current}>
          {label}
          <Waiting page={page} clan={clan} />
        </ScreenLink>
      ))}
    </nav>
  );
}

/** How much waits for a decision in a clan: requests, and players who need attention. */
function useCountWaiting() {
  const { data: clans = [] } = useQuery(myClansQuery);
  const isOfficer = clans.some((clan) => mayInClan(clan, "attention.view"));
  const { data: attention } = useQuery({ ...attentionCountsQuery, enabled: isOfficer });
  return ({ id, open_requests }: ClanCard): number => open_requests + (attention?.get(id) ?? 0);
}

function Waiting({ page, clan }: { page: ClanTab; clan: ClanCard | null }) {
  const countWaiting = useCountWaiting();
  const count = page === "managePlayers" && clan ? countWaiting(clan) : 0;
  if (count === 0) return null;
  return (
    <span className={styles.waiting}>
      {count}
      <span className="visually-hidden"> to decide</span>
    </span>
  );
}

/** Where there are more tabs than room. */
function bringCurrentIntoView(tabs: HTMLElement | null): void {
  bringIntoView(tabs?.querySelector<HTMLElement>("[aria-current]") ?? null);
}

interface ScreenLinkProps {
  className?: string | undefined;
  page: ClanTab;
  clanId: string | null;
  isCurrent: boolean;
  onClick?: () => void;
  children: ReactNode;
}

function ScreenLink({ page, clanId, isCurrent, className, onClick, children }: ScreenLinkProps) {
  return (
    <Link
      {...toClanScreen(page, clanId)}
      className={className}
      onClick={onClick}
      activeProps={{}}
      activeOptions={{ exact: true }}
      aria-current={isCurrent ? "page" : undefined}
    >
      {children}
    </Link>
  );
}

const searchedFrom = 8;

/** The clan and, behind it, all the others; choosing one stays on this screen where it is there for that clan too. */
function Switcher({ clan, clans, current }: BarProps) {
  return (
    <Popover
      label={clan ? `Switch clan: ${clan.name}` : "Choose a clan"}
      isNamedByText
      align="start"
      trigger={
        <button type="button" id={switcherId} className={`${itemStyle} ${styles.switcher}`}>
          {clan ? (
            <ClanCrest clan={clan} />
          ) : (
            <span className={styles.noCrest} aria-hidden>
              ?
            </span>
          )}
          <Text as="strong" wrap="cut">
            {clan && <span className="visually-hidden">Switch clan: </span>}
            {clan ? clan.name : "Choose a clan"}
          </Text>
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

function ClanChoices({ clan, clans, current }: BarProps) {
  const [typed, setTyped] = useState("");
  const wanted = foldText(typed);
  const countWaiting = useCountWaiting();
  const shown = clans.filter(({ name }) => foldText(name).includes(wanted));
  return (
    <Stack gap={2} className={styles.choices}>
      {clans.length >= searchedFrom && <FindInput label="Find a clan" value={typed} onFind={setTyped} />}
      <ul>
        {shown.map((choice) => (
          <li key={choice.id}>
            <ItemLink
              {...toClanScreen(
                screensFor(choice).some(({ page }) => page === current) ? current : "clanHome",
                choice.id,
              )}
              aria-current={choice.id === clan?.id ? "true" : undefined}
            >
              <ClanCrest clan={choice} />
              <Stack as="span" gap={0} grow wrap="anywhere">
                <strong>{choice.name}</strong>
                <Text as="small" dim size="xs">
                  {stateText(choice, countWaiting(choice))}
                </Text>
              </Stack>
              {choice.id === clan?.id && <Icon name="tick" size={16} />}
            </ItemLink>
          </li>
        ))}
        {shown.length === 0 && <li className={styles.none}>No clans found.</li>}
      </ul>
      <Stack as="ul" gap={0} ruled="close">
        <li>
          <ItemLink to={pages.myClans.path}>
            <Drawing path={playersDrawing} size={20} />
            All my clans
          </ItemLink>
        </li>
        <li>
          <ItemLink to={pages.myClans.path} search={{ create: "clan" }}>
            <Icon name="plus" />
            Create a clan
          </ItemLink>
        </li>
      </Stack>
    </Stack>
  );
}

/** "Owner · 63 missing today · 3 to decide"; members see no state. */
function stateText({ role, today: { due, entered } }: ClanCard, waiting: number): string {
  const isOfficer = role !== "member";
  const today = entered < due ? `${formatNumber(due - entered)} missing today` : "all entered";
  return [roleNames[role], isOfficer && due > 0 && today, waiting > 0 && `${waiting} to decide`]
    .filter(Boolean)
    .join(" · ");
}

const firstScreens = 4;

/** On a phone the screens used daily lie under the thumb; the others are in a sheet. */
function BottomBar(props: BarProps) {
  const { clan, current } = props;
  const [isOpen, setOpen] = useState(false);
  const clanId = clan?.id ?? null;
  const screens = screensOf(props);
  const others = screens.slice(firstScreens);
  const close = () => setOpen(false);
  return (
    <>
      <nav className={styles.bottom} aria-label="Clan">
        {screens.slice(0, firstScreens).map(({ page, label, drawing }) => (
          <ScreenLink key={page} page={page} clanId={clanId} isCurrent={page === current}>
            <Drawing path={drawing} size={20} />
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
          <Waiting page="managePlayers" clan={clan} />
        </button>
      </nav>
      {isOpen && (
        <Dialog title="More" size="sheet" onClose={close}>
          <Stack as="nav" gap={0} className={styles.sheet} aria-label="More of the clan">
            {others.map(({ page, label, drawing }) => (
              <ScreenLink
                key={page}
                className={itemStyle}
                page={page}
                clanId={clanId}
                isCurrent={page === current}
                onClick={close}
              >
                <Drawing path={drawing} size={20} />
                {label}
                <Waiting page={page} clan={clan} />
                <Icon name="chevron-right" size={16} />
              </ScreenLink>
            ))}
            {clan && (
              <>
                <hr />
                <ItemLink {...toPlayerPage(clan.member_id)} onClick={close}>
                  <Drawing path={ownDrawing} size={20} />
                  My own page
                  <Icon name="chevron-right" size={16} />
                </ItemLink>
              </>
            )}
          </Stack>
        </Dialog>
      )}
    </>
  );
}

const playersDrawing = clanScreens.find(({ page }) => page === "managePlayers")?.drawing ?? "";
const ownDrawing = "M12 4.5a3.5 3.5 0 100 7 3.5 3.5 0 000-7zM5 19.5c.4-3.6 3.2-5.5 7-5.5s6.6 1.9 7 5.5";
const moreDrawing =
  "M5 11.3a.7.7 0 100 1.4.7.7 0 000-1.4zM12 11.3a.7.7 0 100 1.4.7.7 0 000-1.4zM19 11.3a.7.7 0 100 1.4.7.7 0 000-1.4z";
