import { limits } from "@deskhand/contract/limits";
import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";

/**
 * Notes that somebody's new ticket is acknowledged now; false, and nothing changed, where that happened within the day. Whoever
 * asks for the same address at the same time waits for the first to commit, and is refused then.
 */
export async function claimAcknowledgement(tx: TenantTx, email: string): Promise<boolean> {
  const dayAgo = sql<string>`now() - make_interval(hours => ${limits.acknowledgementHours}::int)`;
  const claimed = await tx
    .insertInto("acknowledgements")
    .values({ email: bareAddress(email), sent_at: sql<string>`now()` })
    .onConflict((conflict) =>
      conflict
        .columns(["client_id", "email"])
        .doUpdateSet({ sent_at: sql<string>`now()` })
        .where("acknowledgements.sent_at", "<", dayAgo),
    )
    .returning("email")
    .executeTakeFirst();
  return claimed !== undefined;
}

/** How many addresses of a domain were sent an acknowledgement within the hour. */
export async function countAcknowledged(tx: TenantTx, domain: string): Promise<number> {
  const row = await tx
    .selectFrom("acknowledgements")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where(sql<boolean>`split_part(acknowledgements.email, '@', 2) = ${domain}`)
    .where("sent_at", ">", sql<string>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Forgets whom mails went to so long ago that they count no longer. */
export async function forgetAcknowledgements(tx: TenantTx): Promise<void> {
  await tx
    .deleteFrom("acknowledgements")
    .where("sent_at", "<", sql<string>`now() - make_interval(hours => ${limits.acknowledgementHours}::int)`)
    .execute();
}

/** Forgets that an acknowledgement went to a customer, whose address is still there. */
export async function eraseAcknowledged(tx: TenantTx, { customerId }: { customerId: string }): Promise<void> {
  const customer = await tx.selectFrom("customers").select("email").where("id", "=", customerId).executeTakeFirst();
  if (!customer?.email) return;
  await tx.deleteFrom("acknowledgements").where("email", "=", bareAddress(customer.email)).execute();
}

/** An address in lower case without what its owner put behind a plus: programs make up a new one of these each time. */
function bareAddress(email: string): string {
  const at = email.lastIndexOf("@");
  const [local = ""] = email.slice(0, at).split("+");
  return `${local}${email.slice(at)}`.toLowerCase();
}
