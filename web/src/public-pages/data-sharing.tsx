export function DataSharing({ sendsMail }: { sendsMail: boolean }) {
  return (
    <>
      <h2>Who can see it</h2>
      <ul>
        <li>
          <b>Members of your clan</b> see the roster, live bulletins and active scoreboards, and each other’s values
          unless the clan has switched that off.
        </li>
        <li>
          <b>Owners and maintainers</b> also see notes for officers, time away and the clan’s audit log.
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
        to list these pages.
      </p>
    </>
  );
}
