export { sendMemberMails } from "./send.ts";
export { queueReminders } from "./reminders.ts";
