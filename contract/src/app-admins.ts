import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { noteText } from "./text.ts";

export const appAdmin = z.object({
  userId: z.uuid(),
  note: z.string().nullable(),
  display_name: z.string(),
  email: z.string().nullable(),
  granted_at: z.iso.datetime(),
  /** Whether they prove a second factor when they sign in. */
  has_factor: z.boolean(),
  is_me: z.boolean(),
});
export type AppAdmin = z.infer<typeof appAdmin>;

export const listAppAdmins = endpoint({
  method: "GET",
  path: "/api/app-admins",
  access: "app-admin",
  summary: "Who administers this installation, the first first.",
  response: z.object({ admins: z.array(appAdmin) }),
});

export const grantAppAdmin = endpoint({
  method: "POST",
  path: "/api/app-admins",
  access: "app-admin",
  summary: "Makes somebody an app admin. Whoever is one already stays one.",
  body: z.strictObject({
    userId: z.uuid("userId is required"),
    note: noteText("The note", 200).optional(),
  }),
  response: appAdmin,
});

export const revokeAppAdmin = endpoint({
  method: "DELETE",
  path: "/api/app-admins/:userId",
  access: "app-admin",
  summary: "Ends somebody's being app admin; the last one stays.",
  params: z.object({ userId: z.uuid() }),
  response: z.object({}),
});
