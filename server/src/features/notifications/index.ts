export { sendMemberMails } from "./notify-members.ts";
export { queueReminders } from "./remind-members.ts";
