import { randomBytes } from "node:crypto";
import { newId } from "../../platform/db/ids.ts";
import { changedPassword, type Isolation } from "../../testing/isolation/isolation.ts";
import type { Desk } from "../../testing/open-desk.ts";
import { addColleague, type Person } from "../../testing/test-people.ts";

export const isolation: Isolation = async (app, { openingKey, owner, secret }) => {
  const invitedId = await addInvited(app, owner, secret);
  const colleagueId = await addWithTwoFactors(app, owner);
  return {
    inputs: {
      "team.list": () => ({}),
      "team.users": () => ({}),
      "team.invite": () => ({ email: `${openingKey}@acme-shop.test`, name: "Ann Agent" }),
      "team.resendInvitation": () => ({ id: invitedId }),
      "team.changeRole": () => ({ id: colleagueId, role: "agent" }),
      "team.deactivate": () => ({ id: colleagueId }),
      "team.activate": () => ({ id: colleagueId }),
      "team.resetTwoFactor": () => ({ id: colleagueId, password: changedPassword }),
      "security.read": () => ({}),
      "security.allowProvider": () => ({ provider: "google", isAllowed: false }),
      "security.signOut": () => ({ id: colleagueId }),
      "team.delete": () => ({ id: colleagueId }),
    },
  };
};

/** Adds a person who was invited long ago and has not joined, with the secret in their address and name. */
async function addInvited(app: Desk, { tenantId }: Person, secret: string): Promise<string> {
  const id = newId();
  const about = { email: `${secret}@invited.test`, name: `Invited ${secret}`, invited_at: new Date(0).toISOString() };
  await app.services.db.withTenant(tenantId, (tx) =>
    tx
      .insertInto("users")
      .values({ id, client_id: tenantId, role: "agent", ...about })
      .execute(),
  );
  return id;
}

/** Adds a person who signs in with two factors and has begun to replace the app; nobody knows either key. */
async function addWithTwoFactors(app: Desk, owner: Person): Promise<string> {
  const { userId } = await addColleague(app, owner, "supervisor");
  const [secret, pending] = [randomBytes(60), randomBytes(60)];
  const factor = { secret, pending_secret: pending, pending_since: new Date(0).toISOString() };
  await app.services.db.withTenant(owner.tenantId, (tx) =>
    tx
      .insertInto("second_factors")
      .values({ user_id: userId, ...factor })
      .execute(),
  );
  return userId;
}
