import type { ProductConfig } from "@clanhall/contract/system";
import { Contact, TextPage } from "./frame.tsx";

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
        We run {name} with care, but as it is: there may be faults and breaks, and we cannot promise that it is always
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
        country gives you as a consumer. With questions, turn to <Contact contact={config.support_contact} />.
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
