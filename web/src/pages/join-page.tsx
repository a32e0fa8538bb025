import { pages } from "@clanhall/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { AuthCard, CardFoot } from "../features/auth/auth-card.tsx";
import { SignInFirst } from "../features/auth/sign-in-first.tsx";
import { joinPageQuery } from "../features/joining/api.ts";
import { AskForm } from "../features/joining/join.tsx";
import { hasStatus } from "../lib/api-errors.ts";
import { useSession } from "../lib/session.ts";
import { AsyncSection } from "../ui/async-section.tsx";

export function JoinPage() {
  const { token } = useParams({ from: pages.join.path });
  return <Join key={token} token={token} />;
}

function Join({ token }: { token: string }) {
  const isSignedIn = useSession() !== null;
  const [isSent, setSent] = useState(false);
  const query = useQuery(joinPageQuery(token));
  const { data: page, error } = query;
  if (hasStatus(error, 404)) {
    return (
      <AuthCard
        title="This link does not work"
        line="It was switched off, has expired, or was replaced by a new one. Ask your clan for the current one."
      >
        <WayOut isSignedIn={isSignedIn} />
      </AuthCard>
    );
  }
  if (!page) {
    return (
      <AuthCard title="Join a clan" line="">
        <AsyncSection query={query} what="The clan">
          {() => null}
        </AsyncSection>
      </AuthCard>
    );
  }
  if (isSent) {
    return (
      <AuthCard
        title="You have asked to join"
        line={`${page.clan_name}: its officers decide. You get a mail, and your dashboard shows the answer.`}
      >
        <WayOut isSignedIn />
      </AuthCard>
    );
  }
  const line =
    page.description || (page.game ? `${page.clan_name} plays ${page.game}.` : "The clan’s officers let you in.");
  return (
    <AuthCard title={`Join ${page.clan_name}`} line={line}>
      {isSignedIn ? (
        <AskForm token={token} page={page} onSent={() => setSent(true)} />
      ) : (
        <SignInFirst next={`/join/${token}`} why="You need an account first." />
      )}
    </AuthCard>
  );
}

function WayOut({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <CardFoot>
      {isSignedIn ? (
        <Link to={pages.dashboard.path}>Go to the dashboard</Link>
      ) : (
        <Link to={pages.login.path}>Log in</Link>
      )}
    </CardFoot>
  );
}
