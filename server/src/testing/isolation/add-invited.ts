import { newId } from "../../platform/db/ids.ts";
import type { Desk } from "../open-desk.ts";
import type { Person } from "../test-people.ts";

/** Adds somebody who was invited long ago and has not joined, with a word that stands in all that is known of them. */
export async function addInvited(app: Desk, { tenantId }: Person, secret: string): Promise<string> {
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
