import type { ProductConfig } from "@clanhall/contract/config";
import { AnalyticsNotice } from "./analytics-notice.tsx";
import { Contact } from "./contact.tsx";
import { DataStored } from "./data-stored.tsx";
import { DataSharing } from "./data-sharing.tsx";
import { TextPage } from "./text-page.tsx";
import { YourChoices } from "./your-choices.tsx";

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
