export { acceptInvite } from "./accept.ts";
export { verifyCode } from "./verify-code.ts";
export { cleanUpInvites } from "./clean-up-invites.ts";
export { endInvite as cancelInvite, writeInvite as createInvite } from "./manage.ts";
