import type { PrivacyLine } from "@clanhall/contract/fields/field";
import { memberFieldNames, memberFields } from "@clanhall/contract/fields/member-fields";
import type { ProductConfig } from "@clanhall/contract/system";
import { Fragment } from "react";
import { Contact, TextPage } from "./frame.tsx";

export function PrivacyPage({ config }: { config: ProductConfig }) {
  const name = config.product_name;
  return (
    <TextPage
      title="Privacy"
      summary={`${name} keeps what a clan needs to count its days and what you need to sign in. It sells nothing, shows no advertising, and lets you take your data with you or have your account removed.`}
    >
      <h2>Who is responsible</h2>
      <p>
        {name} is software that people run for their own community. Whoever runs this installation decides about the
        data in it and answers for it. For anything on this page, ask <Contact contact={config.support_contact} />. For
        what your clan writes about you, your clan’s owner and maintainers are the first to ask.
      </p>
      <DataStored />
      <DataSharing sendsMail={config.mail} />
      <AnalyticsNotice analytics={config.analytics} />
      <YourChoices sendsMail={config.mail} />
      <h2>Changes to this page</h2>
      <p>When what is stored or why changes, this page and the date at its top change with it.</p>
    </TextPage>
  );
}

/** Notes of both kinds are one word here. */
const memberData = [...new Set(memberFieldNames.map((name) => memberFields[name].privacy))].join(", ");

const storedData: Record<PrivacyLine, [title: string, text: string]> = {
  account: [
    "Your account",
    "E-mail address, display name, time zone, theme and dashboard order. Your password is kept only as a hash that cannot be turned back. If you link an external sign-in provider, its identifier for you; if you add a passkey or a second factor, its key or your phone number; if you link a Discord account to use a clan’s bot, its number, its name and the roles the bot gave it. All of it so that you, and only you, can sign in.",
  ],
  "sign-ins": [
    "Sign-ins",
    "Your sessions with device and last use, recent sign-ins with time and network address, and whether your browser blocks analytics. You can see and end sessions yourself; the rest helps to notice misuse.",
  ],
  clan: [
    "Your place in a clan",
    `Role, status, ${memberData}, and the values entered for you each day with who entered them and when: this is what the clan is counting. What you ask your officers for, warnings you got, and their notes. If you asked to join by a link: the name, answer and note you sent, until 90 days after the decision.`,
  ],
  writing: [
    "What you write",
    "Bulletins, scoreboards, activities, invites and clan settings, kept to show them to your clan.",
  ],
  audit: [
    "The audit log",
    "Every change is recorded with who made it, when, and what was there before, so that mistakes can be undone and misuse noticed.",
  ],
};

function DataStored() {
  return (
    <>
      <h2>What is stored, and why</h2>
      <dl>
        {Object.entries(storedData).map(([line, [title, text]]) => (
          <Fragment key={line}>
            <dt id={`stored-${line}`}>{title}</dt>
            <dd>{text}</dd>
          </Fragment>
        ))}
      </dl>
      <h2>In your browser</h2>
      <p>
        Local storage keeps you signed in and remembers your theme, whether single keys are on, until you log out what
        you opened last from the search, values that could not be sent yet, that you knew the passcode of a scoreboard
        and, for half an hour, an invite whose code you entered. Session storage keeps a scoreboard open whose passcode
        you entered, remembers that analytics was checked once and, for half an hour, the page you wanted to open before
        you signed in. Cookies are set only where signing in needs one, such as on the way to a sign-in provider and
        back. None of this is used for advertising.
      </p>
    </>
  );
}

function DataSharing({ sendsMail }: { sendsMail: boolean }) {
  return (
    <>
      <h2>Who can see it</h2>
      <ul>
        <li>
          <b>Members of your clan</b> see the roster, live bulletins and active scoreboards, and each other’s values
          unless the clan has switched that off.
        </li>
        <li>
          <b>Owners and maintainers</b> also see notes for officers, requests, warnings, time away and the clan’s audit
          log.
        </li>
        <li>
          <b>Administrators of this installation</b> manage accounts. They do not see what is inside a clan, except in
          recovery actions, which are recorded. They never see passwords or sign-in codes.
        </li>
        <li>
          <b>Other services</b> get only what they are needed for:{" "}
          {sendsMail && "the mail service delivers mails to you, "}the text-message service your codes, a sign-in
          provider learns that you sign in here, and Discord gets what a clan chooses to post there.
        </li>
      </ul>
      <h2>Public scoreboards</h2>
      <p>
        A clan can share a scoreboard by link. Whoever has the link can open it until it expires or is switched off. It
        shows the clan, the board’s title and period, ranks, results and trends, with names as the board’s setting and
        your own choice allow: under My players in your account settings you choose between your name, your alias and
        hidden. It never shows e-mail addresses, account identifiers, notes or reasons. A view is counted once an hour
        per network; for that time the network is kept in a form that cannot be read back. Search engines are asked not
        to list these pages. The board of a season that has ended also shows the awards of the season, with names by the
        same rules.
      </p>
    </>
  );
}

/** Says what this installation really does: most run without analytics. */
function AnalyticsNotice({ analytics }: { analytics: ProductConfig["analytics"] }) {
  return (
    <>
      <h2>Analytics</h2>
      {analytics === null ? (
        <p>
          This installation has no product analytics set up: no analytics code is loaded and nothing is sent. If that
          changes, this section will say so.
        </p>
      ) : (
        <p>
          This installation uses PostHog to learn which pages and buttons are used. The data goes to{" "}
          {new URL(analytics.host).host}. Page views and clicks are recorded, your screen never is. You stay anonymous
          until you sign in and are identified. If your browser sends Do Not Track or Global Privacy Control, the
          analytics code is not even loaded, and you can opt out at any time under Privacy in your account settings.
        </p>
      )}
    </>
  );
}

function YourChoices({ sendsMail }: { sendsMail: boolean }) {
  return (
    <>
      <h2>Your choices</h2>
      <ul>
        <li>
          <b>Take it with you.</b> Download your data as a JSON file under Privacy in your account settings. Notes that
          officers write for each other are not in it.
        </li>
        <li>
          <b>Correct it.</b> Change your profile yourself; ask your clan to correct what it entered about you.
        </li>
        <li>
          <b>Leave a clan,</b> or choose how your name appears on its public scoreboards.
        </li>
        {sendsMail && (
          <li>
            <b>Choose your mails.</b> Clans mail you only what you switch on under Notifications in your account
            settings; every such mail has a link to turn it off. Mails about the security of your account are always
            sent.
          </li>
        )}
        <li>
          <b>Delete your account.</b> After you confirm who you are, a waiting time of 14 days begins in which you can
          change your mind. Then the account is anonymised: your player becomes “Former member”, and only the clan’s
          totals remain. If you are the only owner of a clan, hand it over or delete it first.
        </li>
      </ul>
      <p>The law where you live may give you more rights.</p>
      <h2>How long it is kept</h2>
      <p>
        Account and clan data stay until you or your clan remove them. Deleted bulletins, scoreboards and activities
        wait 30 days in a bin, and a deleted clan has a grace period of 14 days. Records in the audit log and in backups
        can outlive what they describe.
      </p>
    </>
  );
}
