import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { sourceOf } from "./source-of.ts";

/** A network that this many stores know belongs to a provider, which also brings strangers' mail. */
const storesOfProvider = 5;

/** Whether a store itself knows a network, and whether many stores do. */
export type NetworkStanding = { isKnown: boolean; isProvider: boolean };

/** Finds whether the tenant knows a network and whether many tenants do, without saying which. */
export async function selectNetworkStanding(tx: TenantTx, network: string): Promise<NetworkStanding> {
  const ownNetwork = tx.selectFrom("intake_networks").select("network").where("network", "=", network);
  const { isKnown, isProvider } = await tx
    .selectNoFrom((eb) => [
      eb.exists(ownNetwork).as("isKnown"),
      sql<boolean>`is_known_widely(${network}, ${storesOfProvider}::int)`.as("isProvider"),
    ])
    .executeTakeFirstOrThrow();
  return { isKnown: Boolean(isKnown), isProvider };
}

/** Remembers the network that a forwarding test came back through, as it brings the store's mail. */
export async function rememberForwarder(tx: TenantTx, remoteHost: string | null): Promise<void> {
  if (remoteHost === null) return;
  await tx
    .insertInto("intake_networks")
    .values({ network: sourceOf(remoteHost).network, known_by: "test" })
    .onConflict((conflict) => conflict.columns(["client_id", "network"]).doUpdateSet({ known_at: sql`now()` }))
    .execute();
}

/** Counts each host's mails by day that answered a ticket or were answered, in the last days. */
export function selectConversations(tx: TenantTx, days: number) {
  return tx
    .selectFrom("mail_log")
    .leftJoin("support_tickets as t", (join) =>
      join.onRef("t.client_id", "=", "mail_log.client_id").onRef("t.id", "=", "mail_log.ticket_id"),
    )
    .select(["mail_log.remote_host as remoteHost", sql<string>`mail_log.received_at::date::text`.as("day")])
    .select((eb) => eb.fn.countAll<number>().as("mails"))
    .where("mail_log.via", "=", "smtp")
    .where("mail_log.remote_host", "is not", null)
    .where("mail_log.received_at", ">", sql<string>`now() - make_interval(days => ${days})`)
    .where((eb) =>
      eb.or([
        eb("mail_log.state", "=", "reply_added"),
        eb.and([eb("mail_log.state", "=", "ticket_created"), eb("t.first_response_at", "is not", null)]),
      ]),
    )
    .groupBy(["remoteHost", "day"])
    .execute();
}

/** Records these networks as known, and forgets others that have not been confirmed for this many days. */
export async function saveKnownNetworks(tx: TenantTx, networks: string[], days: number): Promise<void> {
  await tx
    .deleteFrom("intake_networks")
    .where("known_at", "<", sql<string>`now() - make_interval(days => ${days})`)
    .where("network", "<>", sql<string>`all(${networks}::text[])`)
    .execute();
  if (networks.length === 0) return;
  await tx
    .insertInto("intake_networks")
    .values(networks.map((network) => ({ network, known_by: "history" as const })))
    .onConflict((conflict) =>
      conflict.columns(["client_id", "network"]).doUpdateSet({ known_by: "history", known_at: sql`now()` }),
    )
    .execute();
}
