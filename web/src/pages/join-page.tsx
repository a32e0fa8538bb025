import type { JoinPage as JoinInfo, MyJoinRequest } from "@clanhall/contract/join-links";
import { pages } from "@clanhall/contract/pages";
import { type UseQueryResult, useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { myClansQuery } from "../domain/clans.ts";
import { AuthCard, WayOut } from "../features/auth/auth-card.tsx";
import { SignInFirst } from "../features/auth/provider-buttons.tsx";
import {
  joinNamesQuery,
  joinPageQuery,
  myJoinRequestsQuery,
  requestsAtLinkQuery,
  sendJoinRequest,
} from "../features/joining/api.ts";
import { RequestState } from "../features/joining/my-requests.tsx";
import { hasStatus } from "../lib/api-errors.ts";
import { signOut, useSession } from "../lib/session.ts";
import { AsyncSection, Skeleton } from "../ui/async-section.tsx";
import { useState } from "react";
import { profileQuery, useSendsMail } from "../domain/profile.ts";
import { errorText } from "../lib/error-text.ts";
import { Button } from "../ui/core/button.tsx";
import { Form, TextField } from "../ui/core/field.tsx";
import { Muted, Row } from "../ui/core/layout.tsx";
import { FormSummary } from "../ui/core/notice.tsx";
import { useForm } from "../ui/core/use-form.ts";
import { Combobox } from "../ui/forms/combobox.tsx";

export function JoinPage() {
  const { token } = useParams({ from: pages.join.path });
  return <Join key={token} token={token} />;
}

function Join({ token }: { token: string }) {
  const isSignedIn = useSession() !== null;
  const query = useQuery(joinPageQuery(token));
  const { data: page } = query;
  const before = useQuery({ ...requestsAtLinkQuery(token), enabled: isSignedIn });
  const clans = useQuery({ ...myClansQuery, enabled: isSignedIn });
  const names = useQuery({ ...joinNamesQuery(token), enabled: isSignedIn && page?.names === "list" });
  const sendsMail = useSendsMail();
  // What anybody may read does not know an account that the clan blocked; the rest does.
  if ([query, before, names].some(({ error }) => hasStatus(error, 404))) {
    return (
      <AuthCard
        title="This link does not work"
        line="It was switched off, has expired, or was replaced by a new one. Ask your clan for the current one."
      >
        <WayOut />
      </AuthCard>
    );
  }
  // Nothing is to change under somebody's hands: the form comes when it is known which one it is.
  if (!page || [before, clans, names].some(({ isLoading, isFetched }) => isLoading && !isFetched)) {
    return (
      <AuthCard title="Join a clan" line="">
        <AsyncSection query={query} what="The clan">
          {() => <Skeleton label="Your requests: loading" shape="lines" count={3} />}
        </AsyncSection>
      </AuthCard>
    );
  }
  const last = isSignedIn ? findAnswer(before.data ?? [], clans.data ?? []) : null;
  if (last) {
    return (
      <AuthCard title={titles[last.state]} line={toLine(last.state, page.clan_name, sendsMail)}>
        <RequestState request={last} line="" />
        <WayOut />
      </AuthCard>
    );
  }
  const line =
    page.description || (page.game ? `${page.clan_name} plays ${page.game}.` : "The clan’s officers decide who joins.");
  return (
    <AuthCard title={`Join ${page.clan_name}`} line={line}>
      {isSignedIn ? (
        <AskForm token={token} page={page} names={names} />
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

function toLine(state: keyof typeof titles, clanName: string, sendsMail: boolean): string {
  if (state === "approved") return "";
  if (state === "declined") return "You may ask again in 7 days.";
  const where = sendsMail ? "You get a mail." : "You can see the answer here and on your dashboard.";
  return `${clanName}${clanName.endsWith("s") ? "’" : "’s"} officers decide. ${where}`;
}

interface AskFormProps {
  token: string;
  page: JoinInfo;
  names: Pick<UseQueryResult<{ key: string; name: string }[]>, "data" | "refetch">;
}

/** Who somebody is in the clan, in their own words or from its list. */
function AskForm({ token, page, names }: AskFormProps) {
  const queries = useQueryClient();
  const { data: profile } = useQuery(profileQuery);
  const listed = page.names === "list" ? (names.data ?? []) : [];
  const [isTyping, setTyping] = useState(listed.length === 0);
  const [problem, setProblem] = useState<string | null>(null);
  const usesList = !isTyping && listed.length > 0;
  const form = useForm({
    rules: {
      key: (value) => (usesList && value === "" ? "Choose your name." : null),
      name: (value) => (!usesList && value.trim() === "" ? "Enter your name in the game." : null),
      answer: (value) => (page.question && value.trim() === "" ? "Answer the question." : null),
      note: () => null,
    },
    send: async ({ key, name, answer, note }) => {
      setProblem(null);
      try {
        await sendJoinRequest(token, { ...(usesList ? { key } : { name }), answer, note });
        await queries.invalidateQueries({ queryKey: myJoinRequestsQuery.queryKey });
      } catch (error) {
        setProblem(errorText(error));
        // Closed meanwhile: what is read again says so in place of the form.
        if (hasStatus(error, 404)) void queries.invalidateQueries({ queryKey: requestsAtLinkQuery(token).queryKey });
        if (usesList) void names.refetch();
      }
      return undefined;
    },
  });
  return (
    <Form onSubmit={form.onSubmit}>
      <FormSummary error={problem} wrongFields={form.wrongFields} />
      {usesList ? (
        <Combobox
          label="I am"
          placeholder="Choose your name"
          emptyText="No such name"
          options={listed.map(({ key, name }) => ({ value: key, label: name }))}
          {...form.select("key")}
        />
      ) : (
        <TextField label="Your name in the game" autoComplete="off" maxLength={60} {...form.text("name")} />
      )}
      {listed.length > 0 && (
        <Button variant="plain" onClick={() => setTyping(!isTyping)}>
          {isTyping ? "Choose from the list" : "I am not in the list"}
        </Button>
      )}
      {page.question && <TextField label={page.question} autoComplete="off" maxLength={300} {...form.text("answer")} />}
      <TextField label="Note to the officers (optional)" autoComplete="off" maxLength={300} {...form.text("note")} />
      <Button type="submit" variant="primary" busy={form.isPending}>
        Ask to join
      </Button>
      <Row between>
        <Muted>{profile ? `You continue as ${profile.email ?? profile.display_name}` : ""}</Muted>
        <Button variant="plain" onClick={() => void signOut()}>
          Use another account
        </Button>
      </Row>
    </Form>
  );
}
