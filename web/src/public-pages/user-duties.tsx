export function UserDuties() {
  return (
    <>
      <h2>Your account</h2>
      <ul>
        <li>Use an e-mail address that is yours, and one account for one person.</li>
        <li>Keep your password, recovery codes and API tokens secret. What is done with them counts as done by you.</li>
        <li>Tell us when you think that somebody else has used your account.</li>
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
        <li>A clan has exactly one owner. Hand it over before you go.</li>
      </ul>
      <h2>Fair use</h2>
      <p>
        Do not try to get at data that is not yours, to break or overload the service, to collect other people’s data by
        machine, or to get around limits and locks. If you find a weakness, please tell us before you tell others.
      </p>
    </>
  );
}
