import type { Delivery, Webhook, WebhookEvent } from "@clanhall/contract/webhooks";

/** What a webhook posts, in short and in a sentence. */
export const eventTexts: Record<WebhookEvent, [title: string, meaning: string]> = {
  bulletin: ["Bulletins", "Each bulletin whose writer ticked “Post it to Discord”, once it is published."],
  daily_summary: ["Daily summary", "After each reset: how much was entered, who did best and who is missing most."],
  weekly_summary: ["Weekly summary", "The same for the whole week, after its last day."],
  scoreboard: ["Scoreboards", "Final results with their picture, and every board somebody posts by hand."],
  member_joined: ["New players", "Who has joined, as soon as they accept their invite."],
  join_request: ["Requests to join", "That somebody asks to join by the clan’s link, but not who."],
  request: ["Requests of members", "That a member disputes a value or asks to be away, but not who."],
  reminder: ["Reminder", "Who still has entries missing, some hours before the day ends."],
  warning: ["Warnings", "Each warning whose writer ticked “Post it to Discord”."],
};

export const stateNames: Record<Delivery["state"], string> = {
  waiting: "Waiting",
  sent: "Sent",
  failed: "Failed",
  skipped: "Skipped",
};

export function toHoursText(hours: number): string {
  return hours === 1 ? "1 hour" : `${hours} hours`;
}

/** The events of a webhook, one chip each. */
export function toEventChips({ events, reminder_hours }: Pick<Webhook, "events" | "reminder_hours">): string[] {
  return events.map((event) =>
    event === "reminder" ? `Reminder ${toHoursText(reminder_hours)} before` : eventTexts[event][0],
  );
}

/** What a message was about: "Bulletins: Raid tonight". */
export function toSubjectText({ event, subject }: Pick<Delivery, "event" | "subject">): string {
  return event === "test" ? subject : `${eventTexts[event][0]}: ${subject}`;
}

export function toAttemptsText(attempts: number): string {
  if (attempts === 0) return "not tried yet";
  return attempts === 1 ? "1 attempt" : `${attempts} attempts`;
}

/** What Discord said to a test. */
export function toTestText({ state, status, problem }: Pick<Delivery, "state" | "status" | "problem">): string {
  const answer = status === null ? "" : ` (answer ${status})`;
  if (state === "sent") return `Discord took the test message${answer}. Look for it in the channel.`;
  return `The test message was not posted${answer}. ${problem ?? "Please try again."}`;
}
