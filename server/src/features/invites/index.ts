export { acceptInvite } from "./accept.ts";
export {
  cancelUnusedInvite,
  findUnusedInvite,
  hasPlayerIn,
  linkMemberToUser,
  lockAccount,
  lockMember,
  lockUnusedInvite,
} from "./queries.ts";
export { endInvite, writeInvite } from "./manage.ts";
export { cleanUpInvites, verifyCode } from "./verify-code.ts";
