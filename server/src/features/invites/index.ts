export { acceptInvite } from "./accept.ts";
export { endInvite as cancelInvite, writeInvite as createInvite } from "./manage.ts";
export { cleanUpInvites, verifyCode } from "./verify-code.ts";
