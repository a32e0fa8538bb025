export { acceptInvite } from "./accept-invite.ts";
export { verifyCode } from "./check-code.ts";
export { cleanUpInvites } from "./clean-up-invites.ts";
export { endInvite as cancelInvite, writeInvite as createInvite } from "./manage-invites.ts";
