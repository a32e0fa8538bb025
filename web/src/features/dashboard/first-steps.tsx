import { type ClanToday, type FirstStep, firstSteps } from "@clanhall/contract/dashboard";
import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { Surface } from "../../ui/card.tsx";
import { Progress } from "../../ui/progress.tsx";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { Button } from "../../ui/core/button.tsx";
import { stepTexts, toStep, useDismissFirstSteps } from "../../domain/first-steps.ts";
import styles from "./dashboard.module.css";

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
    <Surface as="section" className={styles.stepsCard} aria-labelledby={id}>
      <div className={styles.stepsHead}>
        <h2 id={id}>First steps in {clanName}</h2>
        <p className={styles.progress}>
          <Progress max={firstSteps.length} value={done.length} label="Steps done" />
          {done.length} of {firstSteps.length} done
        </p>
        <Button
          variant="plain"
          aria-label={`Dismiss the first steps in ${clanName}`}
          busy={dismissal.isPending}
          onClick={dismissal.dismiss}
        >
          Dismiss
        </Button>
      </div>
      <ol className={styles.steps}>
        {firstSteps.map((step) => (
          <li key={step}>
            <StepLink step={step} clanId={clanId} isDone={done.includes(step)} />
          </li>
        ))}
      </ol>
      <ErrorMessage error={dismissal.error} />
    </Surface>
  );
}

function StepLink({ step, clanId, isDone }: { step: FirstStep; clanId: string; isDone: boolean }) {
  const face = (
    <>
      <span className={styles.tick}>
        {isDone && (
          <svg
            width="14"
            height="14"
            viewBox="0 0 16 16"
            fill="none"
            stroke="currentColor"
            strokeWidth="2.4"
            aria-hidden
          >
            <path d="m3 8.5 3.2 3.2L13 5" strokeLinecap="round" strokeLinejoin="round" />
          </svg>
        )}
      </span>
      <span>
        {stepTexts[step]}
        {isDone && <span className="visually-hidden"> (done)</span>}
      </span>
    </>
  );
  return (
    <Link {...toStep(step, clanId)} className={styles.step} data-done={isDone || undefined}>
      {face}
    </Link>
  );
}
