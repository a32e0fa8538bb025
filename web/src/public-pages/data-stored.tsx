export function DataStored() {
  return (
    <>
      <h2>What is stored, and why</h2>
      <dl>
        <dt>Your account</dt>
        <dd>
          E-mail address, display name, time zone, theme and dashboard order. Your password is kept only as a hash that
          cannot be turned back. If you link an external sign-in provider, its identifier for you; if you add a second
          factor, its key or your phone number. All of it so that you, and only you, can sign in.
        </dd>
        <dt>Sign-ins</dt>
        <dd>
          Your sessions with device and last use, recent sign-ins with time and network address, and whether your
          browser blocks analytics. You can see and end sessions yourself; the rest helps to notice misuse.
        </dd>
        <dt>Your place in a clan</dt>
        <dd>
          Player name and aliases, role, status, joining date, groups, time away with its reason, notes by your clan,
          and the values entered for you each day with who entered them and when. This is what the clan is counting.
        </dd>
        <dt>What you write</dt>
        <dd>Bulletins, scoreboards, activities, invites and clan settings, kept to show them to your clan.</dd>
        <dt>The audit log</dt>
        <dd>
          Every change is recorded with who made it, when, and what was there before, so that mistakes can be undone and
          misuse be seen.
        </dd>
      </dl>
      <h2>In your browser</h2>
      <p>
        Local storage keeps you signed in and remembers your theme, values that could not be sent yet, that you knew the
        passcode of a scoreboard and, for half an hour, an invite whose code you entered. Session storage keeps a
        scoreboard open whose passcode you entered, remembers that analytics was checked once and, for an hour, the page
        you wanted to open before you signed in. Cookies are set only where signing in needs one, such as on the way to
        a sign-in provider and back. None of this is used for advertising.
      </p>
    </>
  );
}
