import * as z from "zod";
import { endpoint } from "./endpoint.ts";
import { id } from "./page.ts";
import { roles } from "./permissions.ts";

export const clientSchema = z.object({
  id,
  clientCode: z.string(),
  storeName: z.string(),
  supportEmail: z.string(),
  customSupportEmail: z.string().nullable(),
  plan: z.string(),
  status: z.string(),
});
export type Client = z.infer<typeof clientSchema>;

export const accountSchema = z.object({
  user: z.object({ id, email: z.string(), name: z.string(), role: z.enum(roles) }),
  client: clientSchema,
  /** The permissions of this user: the screen offers these and nothing else. */
  can: z.array(z.string()),
});
export type Account = z.infer<typeof accountSchema>;

export const account = {
  /** Who is signed in: the spec's current user, get_current_user_client and is_admin in one round trip. */
  me: endpoint("account:read").route({ method: "GET", path: "/me" }).output(accountSchema),
};
