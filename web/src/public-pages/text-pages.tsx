import type { ProductConfig } from "@clanhall/contract/system";
import { Contact, TextPage } from "./frame.tsx";
import { contactHref } from "../lib/navigation.ts";
import type { PrivacyLine } from "@clanhall/contract/fields/field";
import { memberFieldNames, memberFields } from "@clanhall/contract/fields/member-fields";
import { Fragment } from "react";

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
    "E-mail address, display name, time zone, theme and dashboard order. Your password is kept only as a hash that cannot be reversed. If you link an external sign-in provider, its identifier for you; if you add a passkey or a second factor, its key or your phone number; if you link a Discord account to use a clan’s bot, its number, its name and the roles the bot gave it. All of it so that you, and only you, can sign in.",
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
          totals remain. If you are the only owner of a clan, transfer it or delete it first.
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

export function TermsPage({ config }: { config: ProductConfig }) {
  const name = config.product_name;
  return (
    <TextPage
      title="Terms"
      summary="Be honest with your numbers, be fair to the people behind them, and keep your account to yourself. The rest of this page says the same with more care."
    >
      <h2>Who agrees with whom</h2>
      <p>
        {name} is software that people run for their own community. By creating an account or using this installation
        you agree to these terms with whoever runs it (“we” below). If you do not agree, please do not use it. You must
        be old enough to agree to such terms where you live, or have a parent or guardian who does so for you.
      </p>
      <UserDuties />
      <h2>What we do, and what we cannot promise</h2>
      <p>
        We run {name} with care, but as it is: there may be faults and outages, and we cannot promise that it is always
        there or that every number in it is right. Owners and maintainers can export their clan’s data at any time;
        please do so if you depend on it. As far as the law allows, we are not liable for damage that comes from using
        it. Where the law gives you rights that cannot be taken away, you keep them.
      </p>
      <h2>When it ends</h2>
      <p>
        You can delete your account whenever you like; the <a href="/privacy">privacy page</a> says what happens then.
        We may suspend an account that breaks these terms or endangers others, and we record the reason. If we stop
        running this installation, we will try to say so early enough for you to take your data with you.
      </p>
      <h2>Games and names</h2>
      <p>
        Names of games belong to their owners. {name} is not made, approved or supported by any of them, and your game’s
        own rules apply to you as well.
      </p>
      <h2>Changes and questions</h2>
      <p>
        When these terms change, the date at the top changes too. If you go on using {name} after that, the new terms
        apply. The law of the place where this installation is run applies, without taking away the protection your own
        country gives you as a consumer. If you have questions, contact <Contact contact={config.support_contact} />.
      </p>
    </TextPage>
  );
}

function UserDuties() {
  return (
    <>
      <h2>Your account</h2>
      <ul>
        <li>Use an e-mail address that is yours, and one account for one person.</li>
        <li>Keep your password, recovery codes and API tokens secret. What is done with them counts as done by you.</li>
        <li>Tell us when you think that someone else has used your account.</li>
      </ul>
      <h2>What you write and enter</h2>
      <p>
        It stays yours. You allow us to store it, and to show it to the people whom your clan’s settings and your
        sharing choices name, because otherwise the product could not work. Do not post what is unlawful, hateful,
        threatening or meant to deceive, nor what others told you in confidence.
      </p>
      <h2>If you lead a clan</h2>
      <ul>
        <li>You answer for what your clan writes about its members. Write down only what the clan needs.</li>
        <li>
          Tell your members before you share a scoreboard in public, and respect how each of them wants to be named.
        </li>
        <li>Send an invite link and its code only to the person they are meant for.</li>
        <li>A clan has exactly one owner. Transfer it before you go.</li>
      </ul>
      <h2>Fair use</h2>
      <p>
        Do not try to get at data that is not yours, to break or overload the service, to collect other people’s data by
        machine, or to get around limits and locks. If you find a weakness, please tell us before you tell others.
      </p>
    </>
  );
}

/** Whom to ask about what. An installation that names nobody is still run by somebody. */
export function HelpPage({ config }: { config: ProductConfig }) {
  const { product_name: name, support_contact: contact, issue_url: issues } = config;
  return (
    <article className="text-page">
      <h1>Help</h1>
      <h2>About your clan</h2>
      <p>
        Values, players, roles and invites are your clan’s own. Ask its owner or one of its maintainers: they can
        correct values, send you a new invite and change what you may see.
      </p>
      <h2>About this site</h2>
      {contact === null ? (
        <p>
          {name} is software that people run for their own community, and the people who run this site have not said how
          to reach them here. Ask whoever gave you the address: your clan’s owner, or the person who invited you.
        </p>
      ) : (
        <p>
          Write to the people who run this site: <a href={contactHref(contact)}>{contact}</a>.
        </p>
      )}
      <h2>Report an issue</h2>
      {issues === null ? (
        <p>
          Tell the same people what you did, what you expected and what happened instead. The address of the page and
          the time help them to find it.
        </p>
      ) : (
        <p>
          Something does not work? <a href={issues}>Report it here</a> with what you did, what you expected and what
          happened instead.
        </p>
      )}
      {(contact === null || issues === null) && (
        <SettingsHint isContactMissing={contact === null} isIssueMissing={issues === null} />
      )}
    </article>
  );
}

/** Only app admins see it: they may know who can set it. */
function SettingsHint({ isContactMissing, isIssueMissing }: { isContactMissing: boolean; isIssueMissing: boolean }) {
  return (
    <section className="when-admin">
      <h2>For administrators</h2>
      <p>This page stands in for settings of the server that are empty. Set them and start it again:</p>
      <ul>
        {isContactMissing && (
          <li>
            <code>SUPPORT_CONTACT</code>: an e-mail address or a web address. “Contact support” then leads there.
          </li>
        )}
        {isIssueMissing && (
          <li>
            <code>ISSUE_URL</code>: a web address. “Report an issue” then leads there.
          </li>
        )}
      </ul>
    </section>
  );
}

/** Says that nothing is lost, and leads home: to the dashboard for a signed-in user. */
export function NotFoundPage() {
  return (
    <div className="lost">
      <LostMark />
      <h1>There is no page here</h1>
      <p>
        Check the address, or the page may have moved. Nothing is lost: your clans and scoreboards are where you left
        them.
      </p>
      <p>If someone shared this link with you, ask them for a new one.</p>
      <WayHome />
    </div>
  );
}

/** The product's mark with its middle bar missing. Its size is its own: a board does not come with the styles of texts. */
export function LostMark() {
  return (
    <svg className="lost-mark" width="5.5rem" viewBox="0 0 24 24" fill="none" stroke="currentColor" aria-hidden="true">
      <path d="M4 3.5h16v8.7c0 4.2-3 7-8 8.8-5-1.8-8-4.6-8-8.8Z" strokeLinejoin="round" />
      <path d="M8.5 10.5v3M15.5 9.5v4" strokeLinecap="round" />
      <path d="M12 8v8" strokeLinecap="round" strokeDasharray=".1 1.9" />
    </svg>
  );
}

/** Leads to the start page, or a signed-in user to the dashboard. */
export function WayHome() {
  return (
    <p className="actions">
      <a className="button when-out" href="/">
        Go to the start page
      </a>
      <a className="button when-in" href="/dashboard">
        Go to your dashboard
      </a>
    </p>
  );
}
