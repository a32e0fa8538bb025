import type { ProductConfig } from "@clanhall/contract/config";
import { ExampleBoard } from "./example-board.tsx";
import { FeatureList } from "./feature-list.tsx";
import { FirstSteps } from "./first-steps.tsx";

export function LandingPage({ config }: { config: ProductConfig }) {
  return (
    <div className="landing">
      <section className="hero">
        <div>
          <h1>Your clan’s numbers, off the spreadsheet</h1>
          <p className="lead">
            {config.product_name} is where your clan writes down who donated, fought and showed up each day, and shares
            one live scoreboard instead of another screenshot.
          </p>
          <EntryButtons signUp={config.sign_up} />
        </div>
        <ExampleBoard />
      </section>
      <FeatureList />
      <section className="trust">
        <h2>Numbers nobody has to argue about</h2>
        <ul>
          <li>
            <b>Excused is not absent.</b> Excused days, time away and a newcomer’s first days do not count against
            anyone, and a blank is never taken for a zero.
          </li>
          <li>
            <b>Every total explains itself.</b> One click shows the units, the points, the caps and who entered what.
          </li>
          <li>
            <b>What ended stays ended.</b> A finished scoreboard is frozen; new rules never move an old result.
          </li>
        </ul>
      </section>
      <FirstSteps productName={config.product_name} />
      <section className="closing">
        <h2>Start with today’s numbers</h2>
        <EntryButtons signUp={config.sign_up} />
      </section>
    </div>
  );
}

function EntryButtons({ signUp }: { signUp: boolean }) {
  return (
    <p className="actions">
      {signUp && (
        <a className="button" href="/signup">
          Sign Up
        </a>
      )}
      <a className={signUp ? "button plain" : "button"} href="/login">
        Login
      </a>
    </p>
  );
}
