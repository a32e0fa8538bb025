import type { ClanHome } from "@clanhall/contract/clan-home";
import type { ClanCard } from "@clanhall/contract/clans";
import { type FirstStep, firstSteps } from "@clanhall/contract/dashboard";
import { pages } from "@clanhall/contract/pages";
import { stepTexts, toOpenStep, toStep, useDismissFirstSteps } from "../../domain/first-steps.ts";
import { formatTime } from "../../lib/format.ts";
import { Button, ButtonLink } from "../../ui/core/button.tsx";
import { TextLink } from "../../ui/links.tsx";
import { Row } from "../../ui/core/layout.tsx";
import { Icon } from "../../ui/core/icon.tsx";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { Progress } from "../../ui/figures.tsx";
import { HomeCard, Name, Quiet } from "./card.tsx";
import styles from "./home.module.css";

interface StepsCardProps {
  clan: ClanCard;
  steps: NonNullable<ClanHome["steps"]>;
  today: ClanHome["today"];
  /** Two cards stand beside it. */
  isTall: boolean;
}

/** What a new owner does first: the next one highlighted, with its buttons. */
export function StepsCard({ clan, steps, today, isTall }: StepsCardProps) {
  const dismissal = useDismissFirstSteps(clan.id);
  const done = firstSteps.filter((step) => steps[step]).length;
  const next = firstSteps.find((step) => !steps[step]);
  return (
    <HomeCard
      title={`First steps in ${clan.name}`}
      width={8}
      isTall={isTall}
      beside={
        <Row as="span" gap={2}>
          <Progress max={firstSteps.length} value={done} label="Steps done" />
          <Quiet>
            {done} of {firstSteps.length} done
          </Quiet>
        </Row>
      }
    >
      <ol className={styles.steps}>
        {firstSteps.map((step, index) => (
          <li key={step} data-done={steps[step] || undefined} aria-current={step === next ? "step" : undefined}>
            <span className={styles.tick} aria-hidden>
              {steps[step] ? <Icon name="tick" size={16} /> : index + 1}
            </span>
            <Name weight={steps[step] ? 400 : 600}>
              <StepName step={step} clanId={clan.id} isOpen={!steps[step] && step !== next} />
              {steps[step] && <span className="visually-hidden"> (done)</span>}
              <Quiet weight={400}>{noteOf(step, today)}</Quiet>
            </Name>
            {steps[step] && (
              <TextLink strong {...toStep(step, clan.id)} aria-label={`Change: ${stepTexts[step]}`}>
                Change
              </TextLink>
            )}
            {step === next && <StepButtons step={step} clanId={clan.id} />}
          </li>
        ))}
      </ol>
      <Button
        variant="plain"
        className={styles.dismiss}
        aria-label={`Dismiss the first steps in ${clan.name}`}
        busy={dismissal.isPending}
        onClick={dismissal.dismiss}
      >
        Dismiss
      </Button>
      <ErrorMessage error={dismissal.error} />
    </HomeCard>
  );
}

/** A later step is a link over its whole row. */
function StepName({ step, clanId, isOpen }: { step: FirstStep; clanId: string; isOpen: boolean }) {
  if (!isOpen) return stepTexts[step];
  return (
    <TextLink covers {...toOpenStep(step, clanId)} className={styles.later}>
      {stepTexts[step]}
      <Icon name="chevron-right" size={16} />
    </TextLink>
  );
}

function StepButtons({ step, clanId }: { step: FirstStep; clanId: string }) {
  if (step === "players") {
    return (
      <Row as="span" gap={2} fill className={styles.stepButtons}>
        <ButtonLink variant="primary" to={pages.managePlayers.path} search={{ clan: clanId, show: "import" }}>
          Paste a list
        </ButtonLink>
        <ButtonLink to={pages.managePlayers.path} search={{ clan: clanId, show: "add" }}>
          Add one
        </ButtonLink>
      </Row>
    );
  }
  return (
    <Row as="span" gap={2} fill className={styles.stepButtons}>
      <ButtonLink variant="primary" {...toOpenStep(step, clanId)}>
        {buttonTexts[step]}
      </ButtonLink>
    </Row>
  );
}

const buttonTexts: Record<Exclude<FirstStep, "players">, string> = {
  day: "Set the day",
  activities: "Choose activities",
  entries: "Enter today",
  board: "Make a scoreboard",
  invites: "Invite players",
};

const notes: Record<Exclude<FirstStep, "day">, string> = {
  activities: "From your game’s template, or your own",
  players: "Paste the list from your game or sheet",
  entries: "What everyone did today",
  board: "With its link for Discord in the same form",
  invites: "So they can see how they are doing",
};

function noteOf(step: FirstStep, today: ClanHome["today"]): string {
  if (step !== "day") return notes[step];
  return today ? `Resets ${formatTime(new Date(today.ends_at), today.time_zone)}` : "";
}
