import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";

type Texts = { notes: string[]; messages: string[] };

const most = 20;

/** The newest texts of a ticket that may hold what a store's integration writes, each list with the newest last. */
export async function selectStoreTexts(tx: TenantTx, ticketId: string): Promise<Texts> {
  const rows = await tx
    .selectFrom("ticket_messages")
    .select(["content", "message_type"])
    .where("ticket_id", "=", ticketId)
    .where(sql<boolean>`case message_type
      when 'internal' then content like 'SHOPIFY\\_INTEGRATION\\_DATA:%' or content like '%SHOPIFY CUSTOMER INFORMATION:%'
      else content ~ '(^|\\n)[ \\t]{0,10}Order[ \\t]' end`)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(most)
    .execute();
  const textsOf = (type: string) => rows.filter((row) => row.message_type === type).map(({ content }) => content);
  return { notes: textsOf("internal").reverse(), messages: textsOf("email").reverse() };
}
