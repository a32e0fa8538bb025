import type { MyJoinRequest } from "@clanhall/contract/join-links";
import { pages } from "@clanhall/contract/pages";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { myClansQuery } from "../../domain/clans.ts";
import { useSendsMail } from "../../domain/profile.ts";
import { Card } from "../../ui/card.tsx";
import { Button, ButtonLink } from "../../ui/core/button.tsx";
import { Muted, Row, Stack } from "../../ui/core/layout.tsx";
import { ErrorMessage } from "../../ui/core/notice.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { myJoinRequestsQuery, withdraw } from "./api.ts";

interface RequestStateProps {
  request: MyJoinRequest;
  /** What is said of how it stands, where the page around says it already. */
  line?: string;
}

/** What somebody asked for, and how it stands. */
export function RequestState({ request, line }: RequestStateProps) {
  const sendsMail = useSendsMail();
  const queries = useQueryClient();
  const undo = useMutation({
    mutationFn: () => withdraw(request.id),
    onSettled: async () => {
      // Approved meanwhile: the clan is known before the answer that leads there.
      await queries.invalidateQueries({ queryKey: myClansQuery.queryKey });
      await queries.invalidateQueries({ queryKey: myJoinRequestsQuery.queryKey });
    },
  });
  return (
    <Stack gap={2}>
      <Row between>
        <span>
          <strong>{request.clan_name}</strong> <Muted>{line ?? stateText(request, sendsMail)}</Muted>
        </span>
        {request.clan_id && (
          <ButtonLink size="sm" to={pages.clanHome.path} params={{ id: request.clan_id }}>
            Open
          </ButtonLink>
        )}
        {request.state === "waiting" && (
          <Button size="sm" busy={undo.isPending} onClick={() => undo.mutate()}>
            Withdraw
          </Button>
        )}
      </Row>
      {request.state === "waiting" && (
        <Muted as="p">
          You asked as {request.name}, <RelativeTime iso={request.created_at} />.
        </Muted>
      )}
      {request.reason && <p>{request.reason}</p>}
      {request.state === "waiting" && <ErrorMessage error={undo.error} />}
    </Stack>
  );
}

function stateText({ state }: MyJoinRequest, sendsMail: boolean): string {
  const texts: Record<MyJoinRequest["state"], string> = {
    waiting: `The officers decide. ${sendsMail ? "You get a mail." : "You can see the answer here."}`,
    approved: "You are in.",
    declined: "Your request was declined. You may ask again in 7 days.",
    withdrawn: "You withdrew your request.",
    expired: "Nobody decided. You may ask again.",
  };
  return texts[state];
}

/** What somebody waits for, and the answers of the last days. */
export function MyJoinRequests() {
  const { data = [] } = useQuery(myJoinRequestsQuery);
  const [now] = useState(() => Date.now());
  const shown = data.filter((request) => request.state === "waiting" || isRecentAnswer(request, now));
  if (shown.length === 0) return null;
  return (
    <Card title={shown.length === 1 ? "Your request to join" : "Your requests to join"}>
      {shown.map((request) => (
        <RequestState key={request.id} request={request} />
      ))}
    </Card>
  );
}

const shownMs = 7 * 86_400_000;

/** Whoever was let in and is there no more has nothing to read of it. */
function isRecentAnswer({ state, clan_id, decided_at }: MyJoinRequest, now: number): boolean {
  const isOver = state === "approved" && clan_id === null;
  return !isOver && decided_at !== null && now - Date.parse(decided_at) < shownMs;
}
