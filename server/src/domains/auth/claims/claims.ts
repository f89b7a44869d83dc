import type { DBAdapter } from "better-auth";
import type { CalledFrom } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import { plainIp } from "../../../platform/http/called-from.ts";
import { type Link, lookAtLink } from "../links/use-link.ts";

type Adapter = Pick<DBAdapter, "findOne" | "updateMany">;

/** The table of claims, for the sign-in library's adapter. */
export const claimTables = {
  account_claims: {
    fields: {
      email: { type: "string" },
      password: { type: "string" },
      name: { type: "string" },
      time_zone: { type: "string" },
    },
  },
} as const;

type Claim = { id: string; email: string; password: string; name: string; time_zone: string };
/** A person who can sign in. */
type Identity = { id: string; clientId: string; email: string; name: string };
type Profile = { id: string; client_id: string; email: string; name: string; role: string; is_active: boolean };

/** A sign-up with its link. */
export type ClaimedLink = { link: Link; claim: Claim };
/** A person with their link to choose another password, or to join. */
type PersonsLink = { link: Link; person: Profile };

/**
 * The sign-up that a link confirms. Fails with `address_has_account` where another sign-up of the address was confirmed
 * meanwhile.
 */
export async function findClaim(adapter: Adapter, token: string): Promise<ClaimedLink> {
  const link = await lookAtLink(adapter, "confirm", token);
  const isKnown = await hasAccount(adapter, link);
  const claim = await adapter.findOne<Claim>({
    model: "account_claims",
    where: [{ field: "id", value: link.subjectId }],
  });
  if (claim && !isKnown) return { link, claim };
  // A sign-up was confirmed: by this link, perhaps just now, or by another of the address.
  await lookAtLink(adapter, "confirm", token);
  await refuseKnown(adapter, link);
  throw fail("link_not_valid");
}

/**
 * The person whose password a link may change; fails for an inactive person, and for an address they have since left.
 */
export async function findResetPerson(adapter: Adapter, token: string): Promise<PersonsLink> {
  const link = await lookAtLink(adapter, "reset", token);
  const identity = await adapter.findOne<Identity>({ model: "user", where: [{ field: "id", value: link.subjectId }] });
  const person = await profileOf(adapter, link.subjectId);
  if (identity?.email !== link.email || !person?.is_active) throw fail("link_not_valid");
  return { link, person };
}

/**
 * The person whom a link lets join; fails for one who was deactivated or deleted, or who got an account another way.
 */
export async function findInvited(adapter: Adapter, token: string): Promise<PersonsLink> {
  const link = await lookAtLink(adapter, "invite", token);
  const person = await profileOf(adapter, link.subjectId);
  if (!person?.is_active || person.email !== link.email) throw fail("invitation_withdrawn");
  if (await hasAccount(adapter, link)) {
    // By this link, perhaps just now, or by another way.
    await lookAtLink(adapter, "invite", token);
    throw fail("address_has_account");
  }
  return { link, person };
}

function profileOf(adapter: Adapter, id: string): Promise<Profile | null> {
  return adapter.findOne<Profile>({ model: "users", where: [{ field: "id", value: id }] });
}

async function refuseKnown(adapter: Adapter, link: Link): Promise<void> {
  if (await hasAccount(adapter, link)) throw fail("address_has_account");
}

async function hasAccount(adapter: Adapter, { email }: Link): Promise<boolean> {
  return Boolean(await adapter.findOne<Identity>({ model: "user", where: [{ field: "email", value: email }] }));
}

/**
 * The network address and device of a request to the sign-in; the server puts the visitor's address into its headers.
 */
export function calledBy(headers: Headers | undefined): CalledFrom {
  return {
    ip: plainIp(headers?.get("x-deskhand-client-ip")),
    userAgent: headers?.get("user-agent") ?? undefined,
  };
}
