import type { ProductConfig } from "@clanhall/contract/system";
import { contactHref } from "../lib/navigation.ts";

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
