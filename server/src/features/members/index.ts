export { addAliasIn, addAway, addMemberIn, changeMember, removeAway, shortenAway } from "./change.ts";
export { importList } from "./import.ts";
export { importRoster } from "./imported-names.ts";
export { findClanOfMember, listClansOfUser, listOwnedClans, lockMembersOfUser } from "./links.queries.ts";
export { changeOwner, changeRole, changeStatus, endMemberships, eraseUser } from "./status.ts";
export { addOwner, listNamesakes, type MemberRow } from "./queries.ts";
export { loadMember, maySeeValues } from "./member.ts";
export { loadTimeline } from "./timeline.ts";
export { getLockedMember, lockRoster, mayEdit, mayMove, notYours } from "./rules.ts";
