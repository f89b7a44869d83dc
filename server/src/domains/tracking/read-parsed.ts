import type { TicketTracking } from "@deskhand/contract/tracking";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { trackingPage } from "../orders/index.ts";
import { parseStoreData } from "./parsed/parse-store-data.ts";
import { selectStoreTexts } from "./rows/texts.queries.ts";

/** What a ticket's texts say of its customer and their orders; null where they say nothing. */
export async function readParsed(tx: TenantTx, ticketId: string): Promise<TicketTracking["parsed"]> {
  const parsed = parseStoreData(await selectStoreTexts(tx, ticketId));
  if (!parsed) return null;
  const orders = parsed.orders.map(({ tracking, ...order }) => ({
    ...order,
    tracking: tracking && { ...tracking, trackUrl: trackUrlOf(tracking) },
  }));
  return { ...parsed, orders };
}

function trackUrlOf({ number, carrier }: { number: string; carrier: string }) {
  return trackingPage({ number, company: carrier, url: null });
}
