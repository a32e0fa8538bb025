import type { ProductConfig } from "@clanhall/contract/config";
import { Contact } from "./contact.tsx";
import { TextPage } from "./text-page.tsx";
import { UserDuties } from "./user-duties.tsx";

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
