import type { ClanCard } from "@clanhall/contract/clans";
import { findClanPage } from "@clanhall/contract/pages";
import type { ClanAction } from "@clanhall/contract/permissions";
import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { formatNumber } from "../lib/format.ts";
import { AsyncSection } from "../ui/async-section.tsx";
import { Surface } from "../ui/card.tsx";
import { ItemLink } from "../ui/links.tsx";
import { HeadTools } from "../ui/list.tsx";
import { Icon } from "../ui/core/icon.tsx";
import { Muted, Row, Stack, Text } from "../ui/core/layout.tsx";
import { Ring } from "../ui/figures.tsx";
import { ClanCrest } from "./clan-crest.tsx";
import { isNamedByPath, tabOf, toClanScreen } from "./clan-screens.ts";
import { findLastUsed, myClansQuery, useRememberClan } from "./clans.ts";
import { useNamedClan } from "./named-clan.ts";
import { roleNames } from "./formats.ts";
import { NoClan } from "./no-clan.tsx";
import { mayInClan } from "./permissions.ts";
import styles from "./clan-page.module.css";

interface ClanPageProps {
  title: string | ((clan: ClanCard | null) => string);
  /** Where the bar above says it already. */
  isTitleHidden?: boolean;
  /** What one must be allowed to do in a clan to use the screen for it. */
  action: ClanAction;
  /** Who may, said to those who may in none of their clans. */
  whoMay?: string | undefined;
  /** What stands beside the heading. */
  renderTools?: (clan: ClanCard) => ReactNode;
  children: (clan: ClanCard) => ReactNode;
}

/** A screen that works on one clan; while it is not known which, it lets one choose. */
export function ClanPage({ title, isTitleHidden, action, whoMay, renderTools, children }: ClanPageProps) {
  const { query, clan, lookup, namedBy, named } = useChosenClan(action);
  const left = useLeftClan(clan, query.data);
  const heading = typeof title === "string" ? title : title(clan);
  const [tools, setTools] = useState<HTMLElement | null>(null);
  return (
    <Stack as="section" gap={5} className={query.data && !clan ? styles.choosing : undefined}>
      {isTitleHidden && clan ? (
        <>
          <h1 className="visually-hidden">{heading}</h1>
          {renderTools?.(clan)}
        </>
      ) : (
        <Row justify="between" className={styles.head}>
          <h1>{heading}</h1>
          {clan && renderTools?.(clan)}
          {clan && !renderTools && <div ref={setTools} className={styles.tools} />}
        </Row>
      )}
      {clan ? (
        <HeadTools value={renderTools || isTitleHidden ? undefined : tools}>{children(clan)}</HeadTools>
      ) : (
        <AsyncSection query={query} what="Your clans" lines={3}>
          {(clans) =>
            namedBy ? (
              <AsyncSection query={lookup} what={`The ${partNames[namedBy]}`} lines={6}>
                {() => <Chooser clans={clans} action={action} whoMay={whoMay} named="" left={left} />}
              </AsyncSection>
            ) : (
              <Chooser clans={clans} action={action} whoMay={whoMay} named={named} left={left} />
            )
          }
        </AsyncSection>
      )}
    </Stack>
  );
}

/** The clans for a screen, where the one that its address names is not there. */
export function ClanChooser({ action }: { action: ClanAction }) {
  const query = useQuery(myClansQuery);
  return (
    <div className={styles.below}>
      <AsyncSection query={query} what="Your clans" lines={3}>
        {(clans) => <Chooser clans={clans} action={action} named={null} />}
      </AsyncSection>
    </div>
  );
}

/**
 * The clan a screen works on: the one the address names, else the last used, else the only one. Only clans in which
 * the action is allowed count. It is written into the address, so that a copied link is complete.
 */
function useChosenClan(action: ClanAction) {
  const { clanId: named, namedBy, lookup } = useNamedClan();
  const navigate = useNavigate();
  const page = useLocation({ select: ({ pathname }) => findClanPage(pathname) });
  const query = useQuery(myClansQuery);
  const clan = chooseClan(query.data ?? [], action, namedBy ? (named ?? "") : named);
  const clanId = clan?.id;
  const isInAddress = namedBy === "player" || (namedBy === null && named !== null);
  useRememberClan(clanId);
  useEffect(() => {
    if (isInAddress || !clanId) return;
    const search = (before: Record<string, unknown>) => (isNamedByPath(page) ? before : { ...before, clan: clanId });
    const target = isNamedByPath(page) ? toClanScreen(page, clanId) : { to: "." };
    void navigate({ ...target, search, hash: true, replace: true, resetScroll: false });
  }, [navigate, page, isInAddress, clanId]);
  return { query, clan, lookup, namedBy, named };
}

/** The clan that the open screen worked on, once it is one of theirs no more. */
function useLeftClan(clan: ClanCard | null, clans: ClanCard[] | undefined): ClanCard | null {
  const [last, setLast] = useState(clan);
  // Whoever signs in next begins without clans, and does not read which ones somebody else had.
  const next = clans ? (clan ?? last) : null;
  if (next !== last) setLast(next);
  return clan || clans?.some(({ id }) => id === next?.id) ? null : next;
}

function chooseClan(all: ClanCard[], action: ClanAction, named: string | null): ClanCard | null {
  const clans = all.filter((clan) => mayInClan(clan, action));
  if (named !== null) return clans.find(({ id }) => id === named) ?? null;
  const only = clans.length === 1 ? clans[0] : undefined;
  return findLastUsed(clans) ?? only ?? null;
}

interface ChooserProps extends Pick<ClanPageProps, "action" | "whoMay"> {
  clans: ClanCard[];
  /** What the address names: none of their clans, or one that has no such screen for them. */
  named: string | null;
  /** The one they were in a moment ago. */
  left?: ClanCard | null;
}

/** What an address may name in place of a clan. */
const partNames = { player: "player", board: "scoreboard" };

/** Nobody sees an empty page: the clans of this screen, else those there are, else how to get one. */
function Chooser({ clans, action, whoMay, named, left = null }: ChooserProps) {
  const { pathname } = useLocation();
  const { namedBy } = useNamedClan();
  const part = namedBy && partNames[namedBy];
  const usable = clans.filter((clan) => mayInClan(clan, action));
  const leftText = left && (part || left.id === named) && `You are no longer a member of ${left.name}.`;
  if (clans.length === 0) {
    return (
      <>
        {leftText && <p role="alert">{leftText}</p>}
        <NoClan />
      </>
    );
  }
  const hasNone = usable.length === 0;
  const known = clans.find(({ id }) => id === named);
  return (
    <Stack gap={4} className={styles.chooser}>
      {named !== null && !known && (
        <p role="alert" className="closer">
          {leftText || `Not found. ${part ? `None of your clans has this ${part}.` : "You have no such clan."}`}
        </p>
      )}
      {known && !hasNone && (
        <p role="alert" className="closer">
          {[`You don’t have access to this page in ${known.name}.`, whoMay].filter(Boolean).join(" ")}
        </p>
      )}
      <Text as="p" dim className="closer">
        {part
          ? `These are the ${part}s of your clans:`
          : hasNone
            ? ["None of your clans has this screen for you.", whoMay].filter(Boolean).join(" ")
            : "Of which clan? We remember your choice."}
      </Text>
      <Surface as="ul" className={styles.list} aria-label="Your clans">
        {(hasNone ? clans : usable).map((clan) => (
          <li key={clan.id}>
            {part || hasNone || isNamedByPath(findClanPage(pathname)) ? (
              <ItemLink {...toClanScreen(hasNone && !part ? "clanHome" : tabOf(pathname), clan.id)}>
                <Choice clan={clan} />
              </ItemLink>
            ) : (
              <ItemLink to="." search={(before: Record<string, unknown>) => ({ ...before, clan: clan.id })}>
                <Choice clan={clan} />
              </ItemLink>
            )}
          </li>
        ))}
      </Surface>
    </Stack>
  );
}

function Choice({ clan }: { clan: ClanCard }) {
  const { due, entered } = clan.today;
  return (
    <>
      <ClanCrest clan={clan} size={40} />
      <Stack as="span" gap={0} grow wrap="anywhere" className={styles.choiceName}>
        <strong>{clan.name}</strong>
        <Muted as="small">
          {[clan.game?.name ?? clan.game_name, roleNames[clan.role]].filter(Boolean).join(" · ")}
        </Muted>
      </Stack>
      {clan.role !== "member" && due > 0 && (
        <>
          <Muted as="small" className={styles.choiceToday}>
            {entered < due
              ? `${formatNumber(entered)} of ${formatNumber(due)} values today`
              : `All ${formatNumber(due)} values today`}
          </Muted>
          <Ring due={due} entered={entered} size={40} />
        </>
      )}
      <Icon name="chevron-right" />
    </>
  );
}
