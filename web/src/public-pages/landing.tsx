import type { ProductConfig } from "@clanhall/contract/system";
import { ExampleBoard } from "./example-board.tsx";
import { BulletinPicture, GridPicture, InvitePicture, LinkPicture } from "./landing-pictures.tsx";

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

function FeatureList() {
  return (
    <section className="features">
      <h2>What it does every day</h2>
      <ul>
        <li>
          <GridPicture />
          <h3>A daily grid that works like your sheet</h3>
          <p>
            Paste a block from Excel or Sheets, move with the arrow keys, fill down, copy the previous day. Each cell
            saves itself and says so. The day ends when your game resets, in your clan’s time zone.
          </p>
        </li>
        <li>
          <LinkPicture />
          <h3>Scoreboards anyone can open</h3>
          <p>
            Rank by points, one activity, consistency, streak or improvement. The link opens on any phone, can expire or
            ask for a passcode, and dies the moment you switch it off.
          </p>
        </li>
        <li>
          <InvitePicture />
          <h3>Members, and the people behind them</h3>
          <p>
            Keep the roster with roles, groups, time away and history. An invite link and a six-digit code tie a
            person’s account to their player.
          </p>
        </li>
        <li>
          <BulletinPicture />
          <h3>Bulletins that do not scroll away</h3>
          <p>
            Write to everyone or to your maintainers only. Pin it, schedule it, let it expire, and post it to Discord as
            well. Members find it on their dashboard.
          </p>
        </li>
      </ul>
    </section>
  );
}

function FirstSteps({ productName }: { productName: string }) {
  return (
    <section className="first-steps">
      <h2>From the spreadsheet to {productName}</h2>
      <ol>
        <li>
          <h3>Create your clan</h3>
          <p>Pick your game or set the time zone and reset hour yourself.</p>
        </li>
        <li>
          <h3>Bring your players</h3>
          <p>Paste the names or load a CSV. You see what is new, similar or wrong before anything is saved.</p>
        </li>
        <li>
          <h3>Choose what counts</h3>
          <p>Start from your game’s template, or set your own activities with points, caps and targets.</p>
        </li>
        <li>
          <h3>Enter a day, share the board</h3>
          <p>Paste today’s block, import the old days, and send your clan the link.</p>
        </li>
      </ol>
    </section>
  );
}
