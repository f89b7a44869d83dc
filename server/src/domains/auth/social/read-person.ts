import { personName } from "@deskhand/contract/account";
import { limits } from "@deskhand/contract/limits";
import { APIError } from "better-auth";
import * as z from "zod";

/** Who signed in at a provider, by an address that the provider has confirmed. */
export type PersonThere = { id: string; email: string; emailVerified: true; name: string };

const said = z.object({ id: z.string().min(1).max(255), email: z.string().nullish(), name: z.unknown() });

/**
 * Takes what a provider says of somebody. Nobody is let in by an address that was not confirmed there, as it may be anybody's,
 * nor by one that only lower case makes another's: the Kelvin sign becomes a k.
 */
export function readPerson(profile: unknown, isConfirmed: boolean): PersonThere {
  const { id, email, name } = said.parse(profile);
  if (!email) throw refused("PROVIDER_EMAIL_MISSING");
  if (!isConfirmed) throw refused("PROVIDER_EMAIL_UNCONFIRMED");
  const lower = email.toLowerCase();
  const isPlain = lower === email.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const isAddress = /^[^\s@\p{C}]+@[^\s@\p{C}]+$/u.test(lower) && lower.length <= limits.emailAddressLength;
  if (!isPlain || !isAddress) throw refused("PROVIDER_EMAIL_MISSING");
  const known = personName.safeParse(name);
  return { id, email: lower, emailVerified: true, name: known.data ?? lower.slice(0, lower.indexOf("@")) };
}

function refused(code: string): APIError {
  return new APIError("FORBIDDEN", { code });
}
