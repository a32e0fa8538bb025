import { Avatar } from "../ui/avatar.tsx";

/** The mark of a clan's member beside their name. */
export function MemberAvatar({ member: { name } }: { member: { name: string } }) {
  return <Avatar name={name} />;
}
