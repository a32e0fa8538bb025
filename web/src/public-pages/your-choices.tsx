export function YourChoices({ sendsMail }: { sendsMail: boolean }) {
  return (
    <>
      <h2>Your choices</h2>
      <ul>
        <li>
          <b>Take it with you.</b> Download your data as a JSON file under Privacy in your account settings.
        </li>
        <li>
          <b>Correct it.</b> Change your profile yourself; ask your clan to mend what it entered about you.
        </li>
        <li>
          <b>Leave a clan,</b> or choose how your name appears on its public scoreboards.
        </li>
        {sendsMail && (
          <li>
            <b>Choose your mails.</b> Clans mail you only what you switch on under Notifications in your account
            settings; every such mail has a link that ends its kind. Mails that keep your account safe always come.
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
