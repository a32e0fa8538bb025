import type { Member } from "@clanhall/contract/members";
import { toNameKey } from "@clanhall/contract/text";

export const memberFilters = {
  unlinked: "Without an account",
  none: "Not invited",
  open: "Invited",
  linked: "Linked",
} as const;
export type MemberFilter = keyof typeof memberFilters;

export function toMemberFilter(name: string): MemberFilter {
  return Object.hasOwn(memberFilters, name) ? (name as MemberFilter) : "unlinked";
}

const fits: Record<MemberFilter, (member: Member) => boolean> = {
  unlinked: ({ user_id: userId }) => userId === null,
  none: ({ user_id: userId, invite }) => userId === null && invite.state !== "open",
  open: ({ user_id: userId, invite }) => userId === null && invite.state === "open",
  linked: ({ user_id: userId }) => userId !== null,
};

export function findMembers(members: Member[], filter: MemberFilter, text: string): Member[] {
  const wanted = toNameKey(text);
  const hasName = ({ name, aliases }: Member) => [name, ...aliases].some((one) => toNameKey(one).includes(wanted));
  return members.filter((member) => fits[filter](member) && hasName(member));
}

export function countMembers(members: Member[]): Record<MemberFilter, number> {
  const count = (filter: MemberFilter) => members.filter(fits[filter]).length;
  return { unlinked: count("unlinked"), none: count("none"), open: count("open"), linked: count("linked") };
}
