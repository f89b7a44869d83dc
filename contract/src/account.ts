import * as z from "zod";
import { clientSchema } from "./admin/client.ts";
import { endpoint } from "./endpoint.ts";
import { among } from "./errors.ts";
import { limits } from "./limits.ts";
import { id, oneLine, timestamp, tooLong, typedText } from "./page.ts";
import { roles } from "./permissions.ts";

const profileSchema = z.object({
  id,
  email: z.string(),
  name: z.string(),
  role: z.enum(roles),
  /** The address of this user's picture, which changes with the picture; null without one. */
  avatar: z.string().nullable(),
});
export type Profile = z.infer<typeof profileSchema>;

const accountSchema = z.object({
  user: profileSchema,
  client: clientSchema,
  /** The permissions of this user: the screen offers exactly these actions. */
  can: z.array(z.string()),
});
export type Account = z.infer<typeof accountSchema>;

/** A name of a person of the staff, as customers read it. */
export const personName = typedText()
  .overwrite(oneLine)
  .min(1, "Name cannot be empty")
  .max(limits.personNameLength, tooLong("Name", limits.personNameLength))
  // Customers see the name, and never a colleague's e-mail address.
  .refine((name) => !name.includes("@"), "Name cannot contain @")
  .refine((name) => name === "" || /[\p{L}\p{N}]/u.test(name), "Name needs a letter or a number");

const sessionListSchema = z.object({
  /** The current session first, then the latest used. */
  items: z.array(
    z.object({
      id,
      /** Such as "Chrome on Windows". */
      device: z.string(),
      isHandheld: z.boolean(),
      /** The IP address of the sign-in. */
      ip: z.string().nullable(),
      createdAt: timestamp,
      /** Accurate to ten minutes. */
      lastUsedAt: timestamp,
      isCurrent: z.boolean(),
      /** Whether the password was entered but not yet the code: until then the session gives access to nothing. */
      awaitsCode: z.boolean(),
    }),
  ),
});
export type SessionList = z.infer<typeof sessionListSchema>;

export const account = {
  /** Returns who is signed in, their tenant and their permissions, in one round trip. */
  me: endpoint("account:read", "GET", "/me").output(accountSchema),
  /** Changes the name; earlier messages keep the name they were written under. */
  updateProfile: endpoint("account:update", "POST", "/account/profile", { twice: "sets" })
    .input(z.object({ name: personName }))
    .output(profileSchema),
  sessions: endpoint("account:read", "GET", "/account/sessions").output(sessionListSchema),
  endSession: endpoint("account:update", "POST", "/account/sessions/{id}/end", { twice: "sets" })
    .errors(among("session_not_found", "session_is_current"))
    .input(z.object({ id }))
    .output(sessionListSchema),
  endOtherSessions: endpoint("account:update", "POST", "/account/sessions/end-others", { twice: "sets" }).output(
    sessionListSchema,
  ),
  /** Mails a link to the wanted address; the response is the same if the address is taken. */
  changeEmail: endpoint("account:update", "POST", "/account/email", { twice: "the newest link counts" })
    .errors(among("password_not_set", "too_many_attempts", "email_is_desk", "too_many_email_changes"))
    .input(
      z.object({
        email: z
          .string()
          .trim()
          .toLowerCase()
          .max(limits.emailAddressLength, "Please enter a valid email address")
          .refine((text) => z.email().safeParse(text).success, "Please enter a valid email address"),
        password: z.string().min(1, "Enter your password").max(limits.passwordMaxLength, "This is not your password"),
      }),
    )
    .output(z.object({ email: z.string() })),
  /** Ends all other sessions of the user, and tells them by mail. */
  changePassword: endpoint("account:update", "POST", "/account/password", {
    twice: "the second is refused, with the old password",
  })
    .errors(among("weak_password", "password_not_set", "too_many_attempts"))
    .input(
      z.object({
        current: z
          .string()
          .min(1, "Enter your current password")
          .max(limits.passwordMaxLength, "This is not your current password"),
        new: z.string().min(1, "Enter a new password"),
      }),
    )
    .output(z.object({ endedSessions: z.number().int() })),
};
