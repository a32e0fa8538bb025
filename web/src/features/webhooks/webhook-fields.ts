import { type Webhook, type WebhookChange, webhookDraft, type WebhookEvent } from "@clanhall/contract/webhooks";

export interface WebhookFields {
  name: string;
  /** Empty where a webhook keeps the address it has: that one is never shown again. */
  url: string;
  events: WebhookEvent[];
  reminder_hours: number;
}
type Field = keyof WebhookFields;
export type FieldProblems = Partial<Record<Field, string>>;
export type FieldChange = Omit<WebhookChange, "version" | "is_active">;

export const newFields: WebhookFields = { name: "", url: "", events: [], reminder_hours: 2 };

export function toFields({ name, events, reminder_hours }: Webhook): WebhookFields {
  return { name, url: "", events, reminder_hours };
}

/** Those fields that are others now. */
export function changeOf(before: WebhookFields, after: WebhookFields): FieldChange {
  const names = (Object.keys(after) as Field[]).filter((name) => !isSame(before[name], after[name]));
  return Object.fromEntries(names.map((name) => [name, after[name]]));
}

/** Whether both changed the same field, and not to the same. */
export function doCollide(mine: FieldChange, theirs: FieldChange): boolean {
  return (Object.keys(mine) as Field[]).some((name) => name in theirs && !isSame(mine[name], theirs[name]));
}

/** Theirs, with those of one's own changes that they did not touch. */
export function mergeFields(base: WebhookFields, mine: WebhookFields, theirs: WebhookFields): WebhookFields {
  const other = changeOf(base, theirs);
  const kept = Object.entries(changeOf(base, mine)).filter(([name]) => !(name in other));
  return { ...theirs, ...Object.fromEntries(kept) };
}

/** What is wrong with the form as it is typed, in the contract's words. */
export function checkFields({ url, ...others }: WebhookFields, isNew: boolean): FieldProblems {
  const needsUrl = isNew || url !== "";
  const parsed = needsUrl
    ? webhookDraft.safeParse({ ...others, url })
    : webhookDraft.omit({ url: true }).safeParse(others);
  const issues = parsed.error?.issues ?? [];
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [String(path[0]), message]));
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
