import { getJoinLink } from "@clanhall/contract/join-links";
import { type ClanCard, listMyClans } from "@clanhall/contract/clans";
import { type Invite, listClanInvitesRaw } from "@clanhall/contract/invites";
import { listMembers, type Member } from "@clanhall/contract/members";
import { fakeBackend } from "./fake-backend.ts";
import { bram, nightOwls } from "./fake-clans.ts";

const { id: owlsId } = nightOwls;
const dayMs = 24 * 60 * 60 * 1000;

/** Ids that read as ids; the same number gives the same one. */
export function idOf(number: number): string {
  return `77777777-7777-4777-8777-${String(number).padStart(12, "0")}`;
}

function inDays(days: number): string {
  return new Date(Date.now() + days * dayMs).toISOString();
}

function playerOf(number: number, name: string, more: Partial<Member> = {}): Member {
  return { ...bram, id: idOf(number), name, role: "member", user_id: null, ...more };
}

export function inviteOf(number: number, name: string, more: Partial<Invite> = {}): Invite {
  return {
    id: idOf(100 + number),
    clan_id: owlsId,
    clan_member_id: idOf(number),
    invite_token: `token-${number}`,
    verification_code: `00000${number}`,
    is_processed: false,
    processed_at: null,
    processed_by_user_id: null,
    cancelled_at: null,
    expires_at: inDays(3.5),
    created_at: inDays(-3),
    created_by: null,
    updated_at: inDays(-3),
    clan_member: { id: idOf(number), name, tint: 1, clan: { id: owlsId, name: "Night Owls" } },
    ...more,
  };
}

/** Kara owns Night Owls: Bo was never invited, Cy and Di have open invites, Ed's was cancelled, Fay's has run out. */
export function fakeInvites(clan: Partial<ClanCard> = {}) {
  const open = { state: "open", expires_at: inDays(3.5) } as const;
  return fakeBackend()
    .answers(listMyClans, [{ ...nightOwls, ...clan }])
    .answers(getJoinLink, null)
    .answers(listMembers, {
      members: [
        playerOf(1, "Kara", { role: "owner", user_id: idOf(50), is_me: true }),
        playerOf(2, "Bo"),
        playerOf(3, "Cy", { invite: open }),
        playerOf(4, "Di", { invite: open }),
        playerOf(5, "Ed"),
        playerOf(6, "Fay", { invite: { state: "expired", expires_at: inDays(-1) } }),
      ],
      next_cursor: null,
      counts: {},
    })
    .answers(listClanInvitesRaw, [
      inviteOf(3, "Cy"),
      inviteOf(4, "Di", { expires_at: inDays(1.5) }),
      inviteOf(5, "Ed", { cancelled_at: inDays(-2), invite_token: null, verification_code: null }),
      inviteOf(6, "Fay", { expires_at: inDays(-1), invite_token: null, verification_code: null }),
      inviteOf(1, "Kara", {
        is_processed: true,
        processed_at: inDays(-2),
        invite_token: null,
        verification_code: null,
      }),
    ]);
}
