export { acceptInvite } from "./accept.ts";
export { createToken, hashOf } from "./invite.ts";
export {
  cancelUnusedInvite,
  findUnusedInvite,
  hasPlayerIn,
  linkMemberToUser,
  lockAccount,
  lockMember,
  lockUnusedInvite,
} from "./queries.ts";
export { endInvite as cancelInvite, writeInvite as createInvite } from "./manage.ts";
export { cleanUpInvites, verifyCode } from "./verify-code.ts";
