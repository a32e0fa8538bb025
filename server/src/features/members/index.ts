export { addAliasIn, addAway, addMemberIn, changeMember } from "./change.ts";
export { importList as importMembers } from "./import.ts";
export { eraseUser, findClanOfMember, listClansOfUser, listOwnedClans, lockMembersOfUser } from "./links.queries.ts";
export { changeOwner, changeRole, changeStatus, endMembership } from "./status.ts";
export { addOwner } from "./queries.ts";
export { loadMember, maySeeValues } from "./member.ts";
export { loadTimeline } from "./timeline.ts";
export { getLockedMember, lockRoster, mayEdit, notYours } from "./rules.ts";
