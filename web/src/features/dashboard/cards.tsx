import { type ReactNode, useId, useState } from "react";
import type { ClanCard } from "@clanhall/contract/clans";
import { Shape } from "../../ui/async-section.tsx";
import { CardTitle, Panel, Surface } from "../../ui/card.tsx";
import { Combobox } from "../../ui/forms/combobox.tsx";
import { Row, Text } from "../../ui/core/layout.tsx";
import { ErrorMessage, Notice } from "../../ui/core/notice.tsx";
import { CreateClanLink } from "../../domain/no-clan.tsx";
import { Button, ButtonLink } from "../../ui/core/button.tsx";
import { ItemLink, TextLink } from "../../ui/links.tsx";
import styles from "./dashboard.module.css";
import { hasStanding, type MyStanding } from "@clanhall/contract/my-standing";
import { StandingCard } from "../../domain/standing-card.tsx";
import { type ClanToday, type FirstStep, firstSteps } from "@clanhall/contract/dashboard";
import { Progress, Ring } from "../../ui/figures.tsx";
import { Icon } from "../../ui/core/icon.tsx";
import { stepTexts, toStep, useDismissFirstSteps } from "../../domain/first-steps.ts";
import { pages } from "@clanhall/contract/pages";
import { toClanScreen } from "../../domain/clan-screens.ts";
import { formatDuration, formatNumber, plural } from "../../lib/format.ts";
import { nothingDueText } from "../../domain/clan-day.tsx";
import { useNow } from "../../ui/relative-time.tsx";

/** Clans that are shown at first. */
const shownMax = 3;

/** How one is doing in each clan, the one used last first. */
export function MyStandings({ standings, clans }: { standings: MyStanding[]; clans: ClanCard[] }) {
  const [isAll, setIsAll] = useState(false);
  const known = standings.flatMap((standing) => {
    const clan = clans.find(({ id }) => id === standing.clan_id);
    return clan && hasStanding(standing) ? [{ clan, standing }] : [];
  });
  if (known.length === 0) return null;
  const shown = isAll ? known : known.slice(0, shownMax);
  return (
    <section className={styles.own} aria-label="My standing">
      <div className={styles.standings} data-columns={Math.min(known.length, shownMax)}>
        {shown.map(({ clan, standing }) => (
          <StandingCard key={clan.id} clan={clan} standing={standing} />
        ))}
      </div>
      {known.length > shown.length && (
        <Button variant="plain" className={styles.all} onClick={() => setIsAll(true)}>
          Show all {known.length}
        </Button>
      )}
    </section>
  );
}

interface DashboardHeadProps {
  /** Undefined where nobody is to be greeted. */
  name: string | undefined;
  /** Null for who has none to choose from. */
  clans: ClanCard[] | null;
  chosen: string[];
  onChoose: (clanIds: string[]) => void;
}

export function DashboardHead({ name, clans, chosen, onChoose }: DashboardHeadProps) {
  const [hour] = useState(() => new Date().getHours());
  return (
    <Row align="end" justify="between" className={styles.head}>
      <div>
        <h1>Dashboard</h1>
        <Text as="p" dim wrap="anywhere" className={styles.greeting}>
          {name && `${greetingAt(hour)}, ${name}`}
        </Text>
      </div>
      {clans && (
        <div className={styles.filter}>
          <Combobox
            multiple
            clearable
            label="Filter clans"
            placeholder="All clans"
            options={clans.map((clan) => ({ value: clan.id, label: clan.name }))}
            value={chosen}
            onChange={onChoose}
          />
        </div>
      )}
    </Row>
  );
}

function greetingAt(hour: number): string {
  if (hour < 5 || hour >= 18) return "Good evening";
  return hour < 12 ? "Good morning" : "Good afternoon";
}

/** The shape of the page until it is known what belongs on it. */
export function DashboardLoading() {
  return (
    <Shape gap={5}>
      <p className="visually-hidden" role="status">
        Loading your dashboard…
      </p>
      <Surface className={styles.skeletonStrip} />
      <div className={styles.grid}>
        {["first", "second", "third"].map((card) => (
          <Surface key={card} className={styles.skeletonCard} />
        ))}
      </div>
    </Shape>
  );
}

export function ClansMissing({ isTrying, onTry }: { isTrying: boolean; onTry: () => void }) {
  return (
    <Notice role="alert" tone="warning" className={styles.banner}>
      <p>Your clans could not be loaded. Nothing was changed.</p>
      <Button busy={isTrying} onClick={onTry}>
        Try again
      </Button>
    </Notice>
  );
}

/** For who only belongs to the clans of others. */
export function AskForInvite() {
  return (
    <Notice role="complementary" className={`${styles.banner} ${styles.join}`} aria-label="Joining another clan">
      <p>To join another clan, ask a clan owner for an invite link. Or create a clan of your own.</p>
      <CreateClanLink isSmall />
    </Notice>
  );
}

/** What a new owner does first; gone once all of it is done. */
export function FirstSteps({ today }: { today: ClanToday[] }) {
  return today.map(({ clan_id, clan_name, steps }) => {
    const done = firstSteps.filter((step) => steps?.[step]);
    if (steps === null || done.length === firstSteps.length) return null;
    return <StepsCard key={clan_id} clanId={clan_id} clanName={clan_name} done={done} />;
  });
}

function StepsCard({ clanId, clanName, done }: { clanId: string; clanName: string; done: FirstStep[] }) {
  const id = useId();
  const dismissal = useDismissFirstSteps(clanId);
  return (
    <Panel as="section" gap={2} aria-labelledby={id}>
      <Row tight gap={5}>
        <CardTitle id={id}>First steps in {clanName}</CardTitle>
        <Row as="p" nowrap dim gap={2} size="sm" wrap="never" className={styles.progress}>
          <Progress max={firstSteps.length} value={done.length} label="Steps done" />
          {done.length} of {firstSteps.length} done
        </Row>
        <Button
          variant="plain"
          aria-label={`Dismiss the first steps in ${clanName}`}
          busy={dismissal.isPending}
          onClick={dismissal.dismiss}
        >
          Dismiss
        </Button>
      </Row>
      <ol className={styles.steps}>
        {firstSteps.map((step) => (
          <li key={step}>
            <StepLink step={step} clanId={clanId} isDone={done.includes(step)} />
          </li>
        ))}
      </ol>
      <ErrorMessage error={dismissal.error} />
    </Panel>
  );
}

function StepLink({ step, clanId, isDone }: { step: FirstStep; clanId: string; isDone: boolean }) {
  return (
    <ItemLink {...toStep(step, clanId)} className={styles.step} data-done={isDone || undefined}>
      <span className={styles.tick}>{isDone && <Icon name="tick" size={16} />}</span>
      <span>
        {stepTexts[step]}
        {isDone && <span className="visually-hidden"> (done)</span>}
      </span>
    </ItemLink>
  );
}

/** How far today is entered in each clan one manages. */
export function TodayStrip({ today }: { today: ClanToday[] }) {
  const now = useNow();
  if (today.length === 0) return null;
  return (
    <Surface as="ul" className={styles.strip} aria-label="Today">
      {today.map((clan) => (
        <li key={clan.clan_id}>
          <TodayRow clan={clan} now={now} />
        </li>
      ))}
    </Surface>
  );
}

function TodayRow({ clan, now }: { clan: ClanToday; now: number }) {
  const id = useId();
  const isOpen = clan.entered < clan.due;
  const left = Date.parse(clan.ends_at) - now;
  return (
    <article className={styles.todayRow} data-open={isOpen || undefined} aria-labelledby={id}>
      <Ring due={clan.due} entered={clan.entered} size={40} />
      <div className={styles.about}>
        <Text as="h2" id={id} size="lg" wrap="cut" title={clan.clan_name}>
          <TextLink {...toClanScreen("clanHome", clan.clan_id)}>{clan.clan_name}</TextLink>
        </Text>
        <Text as="p" dim size="sm">
          <span className={styles.values}>
            <span>{sayProgress(clan)}</span>
            {clan.due > 0 && (
              <span>
                <span className={styles.dot}> · </span>
                {sayMissing(clan)}
              </span>
            )}
          </span>
          <span className={styles.ends}>
            <span> · </span>
            {left > 0 ? `ends in ${formatDuration(left)}` : "just ended"}
          </span>
        </Text>
      </div>
      <ButtonLink
        variant={isOpen ? "primary" : "secondary"}
        className={styles.enter}
        to={pages.dailyActivity.path}
        search={{ clan: clan.clan_id }}
        aria-label={`${isOpen ? "Enter today" : "Open the day"} for ${clan.clan_name}`}
      >
        {isOpen ? "Enter today" : "Open the day"}
      </ButtonLink>
    </article>
  );
}

/** "162 of 225 values". */
function sayProgress({ due, entered, nothing_due, clan_date }: ClanToday): ReactNode {
  // On a line with more after it.
  if (due === 0) return nothingDueText(nothing_due, clan_date).replace(/\.$/, "");
  const isAll = entered >= due && due > 1;
  return (
    <>
      <strong>{isAll ? `All ${formatNumber(due)}` : `${formatNumber(entered)} of ${formatNumber(due)}`}</strong>{" "}
      {due === 1 ? "value" : "values"}
    </>
  );
}

function sayMissing({ missing: { count } }: ClanToday): string {
  return count === 0 ? "nobody missing" : `${plural(count, "player")} missing`;
}
