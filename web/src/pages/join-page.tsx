import type { MyJoinRequest } from "@clanhall/contract/join-links";
import { pages } from "@clanhall/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { myClansQuery } from "../domain/clans.ts";
import { AuthCard, CardFoot } from "../features/auth/auth-card.tsx";
import { SignInFirst } from "../features/auth/sign-in-first.tsx";
import { joinPageQuery, requestsAtLinkQuery } from "../features/joining/api.ts";
import { AskForm } from "../features/joining/join.tsx";
import { RequestState } from "../features/joining/my-requests.tsx";
import { hasStatus } from "../lib/api-errors.ts";
import { useSession } from "../lib/session.ts";
import { AsyncSection } from "../ui/async-section.tsx";

export function JoinPage() {
  const { token } = useParams({ from: pages.join.path });
  return <Join key={token} token={token} />;
}

function Join({ token }: { token: string }) {
  const isSignedIn = useSession() !== null;
  const query = useQuery(joinPageQuery(token));
  const before = useQuery({ ...requestsAtLinkQuery(token), enabled: isSignedIn });
  const clans = useQuery({ ...myClansQuery, enabled: isSignedIn });
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
  const last = isSignedIn ? findAnswer(before.data ?? [], clans.data ?? []) : null;
  if (last) {
    return (
      <AuthCard title={titles[last.state]} line={toLine(last.state, page.clan_name)}>
        <RequestState request={last} line="" />
        <WayOut isSignedIn />
      </AuthCard>
    );
  }
  const line =
    page.description || (page.game ? `${page.clan_name} plays ${page.game}.` : "The clan’s officers let you in.");
  return (
    <AuthCard title={`Join ${page.clan_name}`} line={line}>
      {isSignedIn ? (
        <AskForm token={token} page={page} />
      ) : (
        <SignInFirst next={`/join/${token}`} why="You need an account first." />
      )}
    </AuthCard>
  );
}

const waitMs = 7 * 86_400_000;

/** How the last request stands, unless one may ask again. */
function findAnswer([last]: MyJoinRequest[], clans: { id: string }[]) {
  if (!last) return null;
  const { state, clan_id, decided_at } = last;
  if (state === "waiting") return { ...last, state };
  if (state === "approved") return clans.some(({ id }) => id === clan_id) ? { ...last, state } : null;
  const isRecent = decided_at !== null && Date.now() - Date.parse(decided_at) < waitMs;
  return state === "declined" && isRecent ? { ...last, state } : null;
}

const titles = {
  waiting: "You have asked to join",
  declined: "Your request was declined",
  approved: "You are in",
};

function toLine(state: keyof typeof titles, clanName: string): string {
  if (state === "approved") return "";
  if (state === "declined") return "You may ask again in 7 days.";
  return `${clanName}${clanName.endsWith("s") ? "’" : "’s"} officers decide. You get a mail.`;
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
