import type { ClanCard } from "@clanhall/contract/clans";
import type { MemberPage } from "@clanhall/contract/member-page";
import { canManageRow } from "@clanhall/contract/permissions";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { mayInClan } from "../../domain/permissions.ts";
import { AsyncSection } from "../../ui/async-section.tsx";
import { CardTitle, Surface } from "../../ui/card.tsx";
import { Muted, Stack } from "../../ui/core/layout.tsx";
import { historyQuery, requestsOfQuery, rulesQuery } from "./api.ts";
import { DecisionButtons, SoFar } from "./member-panel.tsx";
import { Decided, What } from "./requests.tsx";
import { WarnDialog } from "./warn-dialog.tsx";

interface OfPlayer {
  clan: ClanCard;
  page: MemberPage;
}

function mayDecide({ clan, page: { member } }: OfPlayer): boolean {
  const isHere = member.status !== "removed";
  return isHere && mayInClan(clan, "decision.make") && !member.is_me && canManageRow(clan.role, member.role);
}

/** Warn, note and promote on a player's own page. */
export function PlayerDecisionButtons({ clan, page }: OfPlayer) {
  const [isWarning, setWarning] = useState(false);
  const { data: settings } = useQuery({ ...rulesQuery(clan.id), enabled: isWarning });
  const { member, figures } = page;
  if (!mayDecide({ clan, page })) return null;
  const warned = { id: member.id, name: member.name, rate: figures?.month.rate ?? null, days: 30 };
  return (
    <>
      <DecisionButtons clan={clan} member={member} onWarn={() => setWarning(true)} />
      {isWarning && settings && (
        <WarnDialog clanId={clan.id} warned={warned} settings={settings} onClose={() => setWarning(false)} />
      )}
    </>
  );
}

/** Warnings, notes and requests, for officers and the player. */
export function PlayerDecisions({ clan, page }: OfPlayer) {
  const id = useId();
  const { member } = page;
  const query = useQuery(historyQuery(clan.id, member.id));
  const open = useQuery(requestsOfQuery(clan.id, member.id, "open"));
  const decided = useQuery(requestsOfQuery(clan.id, member.id, "decided"));
  const requests = [...(open.data ?? []), ...(decided.data ?? [])].slice(0, 8);
  return (
    <Surface as="section" aria-label="Decisions">
      <Stack gap={3}>
        <CardTitle id={`${id}-warnings`}>Warnings{mayInClan(clan, "decision.make") && " and notes"}</CardTitle>
        <AsyncSection query={query} what="The warnings" lines={2}>
          {({ warnings, notes }) => (
            <SoFar
              clanId={clan.id}
              member={member}
              mayDecide={mayDecide({ clan, page })}
              warnings={warnings}
              notes={notes}
            />
          )}
        </AsyncSection>
        {requests.length > 0 && (
          <section aria-labelledby={`${id}-requests`}>
            <CardTitle id={`${id}-requests`}>Requests</CardTitle>
            <ul>
              {requests.map((request) => (
                <li key={request.id}>
                  <What request={request} />{" "}
                  {request.state === "open" ? <Muted>open</Muted> : <Decided request={request} />}
                </li>
              ))}
            </ul>
          </section>
        )}
      </Stack>
    </Surface>
  );
}
