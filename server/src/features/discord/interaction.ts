import { createPublicKey, type KeyObject, verify } from "node:crypto";
import { z } from "zod";
import { clock } from "../../db/clock.ts";

/** Discord's kinds of interactions. */
export const kinds = { ping: 1, command: 2, button: 3, autocomplete: 4, modal: 5 } as const;

const user = z.object({ id: z.string().regex(/^\d{1,25}$/u), username: z.string().default("") });
const option = z.object({
  name: z.string(),
  value: z.union([z.string(), z.number(), z.boolean()]).optional(),
  focused: z.boolean().optional(),
});

interface Field {
  custom_id?: string | undefined;
  value?: string | undefined;
  component?: Field | undefined;
  components?: Field[] | undefined;
}
const field: z.ZodType<Field> = z.lazy(() =>
  z.object({
    custom_id: z.string().optional(),
    value: z.string().optional(),
    component: field.optional(),
    components: z.array(field).optional(),
  }),
);

/** Of what Discord sends, what we use. It may add to it whenever it likes. */
const payload = z.object({
  id: z.string().regex(/^\d{1,25}$/u),
  application_id: z.string(),
  type: z.int(),
  token: z.string().max(500).default(""),
  guild_id: z.string().optional(),
  channel_id: z.string().optional(),
  channel: z.object({ name: z.string().nullish() }).optional(),
  app_permissions: z.string().optional(),
  member: z.object({ user, permissions: z.string().default("0") }).optional(),
  user: user.optional(),
  message: z.object({ id: z.string().regex(/^\d{1,25}$/u) }).optional(),
  data: z
    .object({
      name: z.string().optional(),
      custom_id: z.string().optional(),
      options: z.array(option).optional(),
      components: z.array(field).optional(),
    })
    .optional(),
});

export interface Interaction {
  id: string;
  applicationId: string;
  type: number;
  token: string;
  guildId: string | null;
  channelId: string | null;
  channelName: string;
  appPermissions: string;
  /** What the caller may do in the server, as a set of bits. */
  permissions: bigint;
  user: { id: string; username: string };
  /** The command's name, or what a button or modal was given as its id. */
  name: string;
  options: Map<string, string>;
  /** The option that is being typed. */
  focused: string | null;
  /** What was typed into a modal. */
  fields: Map<string, string>;
  /** When the message with the button was sent. */
  messageAt: Date | null;
}

/** Null for what is no interaction. */
export function readInteraction(body: Buffer): Interaction | null {
  const parsed = payload.safeParse(tryToParse(body));
  if (!parsed.success) return null;
  const { data, member, message, ...rest } = parsed.data;
  const options = data?.options ?? [];
  const sender = member?.user ?? rest.user;
  if (!sender && rest.type !== kinds.ping) return null;
  return {
    id: rest.id,
    applicationId: rest.application_id,
    type: rest.type,
    token: rest.token,
    guildId: rest.guild_id ?? null,
    channelId: rest.channel_id ?? null,
    channelName: rest.channel?.name ?? "channel",
    appPermissions: rest.app_permissions ?? "0",
    permissions: toBits(member?.permissions ?? "0"),
    user: sender ?? { id: "0", username: "" },
    name: data?.name ?? data?.custom_id ?? "",
    options: new Map(options.flatMap(({ name, value }) => (value === undefined ? [] : [[name, String(value)]]))),
    focused: options.find(({ focused }) => focused)?.name ?? null,
    fields: new Map((data?.components ?? []).flatMap(listFields)),
    messageAt: message ? toMoment(message.id) : null,
  };
}

function tryToParse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    return null;
  }
}

function toBits(text: string): bigint {
  return /^\d{1,25}$/u.test(text) ? BigInt(text) : 0n;
}

const discordEpoch = 1_420_070_400_000n;

/** Discord's ids begin with the time. */
function toMoment(id: string): Date {
  return new Date(Number((BigInt(id) >> 22n) + discordEpoch));
}

function listFields({ custom_id, value, component, components = [] }: Field): [string, string][] {
  const own: [string, string][] = custom_id !== undefined && value !== undefined ? [[custom_id, value]] : [];
  return [...own, ...[component ?? [], components].flat().flatMap(listFields)];
}

const longestSkewSeconds = 300;

interface Signed {
  signature: string | string[] | undefined;
  timestamp: string | string[] | undefined;
  body: Buffer;
}

/** Whether Discord signed it, with the application's key, a moment ago. */
export function createVerifier(publicKeyHex: string) {
  const key: KeyObject = createPublicKey({
    key: { kty: "OKP", crv: "Ed25519", x: Buffer.from(publicKeyHex, "hex").toString("base64url") },
    format: "jwk",
  });
  return ({ signature, timestamp, body }: Signed, now = clock.now()): boolean => {
    if (typeof signature !== "string" || !/^[\da-f]{128}$/u.test(signature)) return false;
    if (typeof timestamp !== "string" || !/^\d{1,12}$/u.test(timestamp)) return false;
    if (Math.abs(now / 1000 - Number(timestamp)) > longestSkewSeconds) return false;
    return verify(null, Buffer.concat([Buffer.from(timestamp), body]), key, Buffer.from(signature, "hex"));
  };
}
