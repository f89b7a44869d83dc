import * as z from "zod";
import { personName } from "./account.ts";
import { endpoint } from "./endpoint.ts";
import { among } from "./errors.ts";
import { limits } from "./limits.ts";
import { id, timestamp, typedText } from "./page.ts";
import { roles } from "./permissions.ts";
import { code, ownPassword } from "./sign-in/two-factor.ts";

const colleagueSchema = z.object({
  id,
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  isActive: z.boolean(),
});
export type Colleague = z.infer<typeof colleagueSchema>;

const teamUserSchema = colleagueSchema.extend({
  /** The address of their picture; null without one. */
  avatar: z.string().nullable(),
  lastLogin: timestamp.nullable(),
  /** When they were last invited; null once they have joined. */
  invitedAt: timestamp.nullable(),
  /** From when their address may be invited again; absent once they have joined. */
  invitableFrom: timestamp.optional(),
  /** Whether they sign in with two factors; absent for readers who do not manage the team. */
  hasTwoFactor: z.boolean().optional(),
});
export type TeamUser = z.infer<typeof teamUserSchema>;

const teamUsersSchema = z.object({
  /** By name. */
  items: z.array(teamUserSchema),
  stats: z.object({
    total: z.number().int(),
    admins: z.number().int(),
    /** Counts those who have joined. */
    active: z.number().int(),
    agents: z.number().int(),
  }),
});
export type TeamUsers = z.infer<typeof teamUsersSchema>;

const email = typedText("Email address is required")
  .toLowerCase()
  .min(1, "Email address is required")
  .max(limits.emailAddressLength, "Please enter a valid email address")
  .refine((text) => text === "" || z.email().safeParse(text).success, "Please enter a valid email address");

const role = z.enum(roles, "Please choose a role");
const newMemberSchema = z.object({ email, name: personName, role: role.default("agent") });
export type NewMember = z.output<typeof newMemberSchema>;

/** Something that an admin does with a person of the team (docs/product.md#the-team). */
const manage = (method: "POST" | "DELETE", path: `/${string}`, verb: string, twice?: string) =>
  endpoint("team:manage", method, path, { refusal: `Only administrators can ${verb} users`, twice });
const manageOne = (...about: Parameters<typeof manage>) =>
  manage(...about).errors(among("user_not_found", "user_is_self", "user_not_invited", "user_not_active"));

export const team = {
  /** Lists everybody of the store by name, including people who left: their names stay on what they did. */
  list: endpoint("team:read", "GET", "/team", { v1: true }).output(z.object({ items: z.array(colleagueSchema) })),
  /** Lists the same with addresses and states, and with invited people. */
  users: endpoint("team:read", "GET", "/team/users").output(teamUsersSchema),
  /** Invites a person; one with the same invitation is returned, without another mail. */
  invite: manage("POST", "/team/invitations", "invite", "an address is invited once")
    .errors(
      among(
        "user_in_team",
        "user_invited",
        "team_full",
        "invitation_sent_lately",
        "too_many_invitations",
        "sending_quota_reached",
        "email_is_desk",
      ),
    )
    .input(newMemberSchema)
    .output(teamUserSchema),
  resendInvitation: manageOne("POST", "/team/users/{id}/invitation", "invite")
    .errors(among("invitation_sent_lately", "too_many_invitations", "sending_quota_reached", "email_is_desk"))
    .input(z.object({ id }))
    .output(teamUserSchema),
  changeRole: manageOne("POST", "/team/users/{id}/role", "edit", "sets")
    .input(z.object({ id, role }))
    .output(teamUserSchema),
  /** Ends all of their sessions at once. */
  deactivate: manageOne("POST", "/team/users/{id}/deactivate", "deactivate", "sets")
    .input(z.object({ id }))
    .output(teamUserSchema),
  activate: manageOne("POST", "/team/users/{id}/activate", "activate", "sets")
    .input(z.object({ id }))
    .output(teamUserSchema),
  /** Removes a person's lost second factor, with one's own password, or a code if one has none; ends all of their sessions. */
  resetTwoFactor: manageOne(
    "POST",
    "/team/users/{id}/two-factor/reset",
    "reset the two-factor sign-in of",
    "what was taken away is not there to be taken",
  )
    .errors(among("two_factor_off", "too_many_attempts", "too_many_codes"))
    .input(z.object({ id, password: ownPassword, code: code.optional() }))
    .output(teamUserSchema),
  /** Deletes a person for good: what they wrote keeps their name, their tickets belong to nobody, and an open invitation is void. */
  delete: manageOne("DELETE", "/team/users/{id}", "delete")
    .errors(among("cannot_delete_self"))
    .input(z.object({ id }))
    .output(z.object({ id })),
};
