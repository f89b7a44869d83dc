import type { TicketOrder } from "@deskhand/contract/tracking";
import type { LookFault } from "@deskhand/contract/vocabulary";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { fail } from "../../platform/fail.ts";
import type { ActorContext } from "../../platform/http/context.ts";
import { selectGoneNames } from "../customers/index.ts";
import { askStoreFor } from "./ask-store-for.ts";
import { presentOrder } from "./present-order.ts";
import { selectTicketAbout } from "./rows/ticket-about.queries.ts";
import { type NumberedOrder, selectOrderByNumber } from "./rows/ticket-orders.queries.ts";

type Look = { ticketId: string; orderNumber: string };
type Desk = Pick<ActorContext, "services" | "actor" | "withTenant">;

/**
 * The order with a number, for a ticket: the connected store is asked, which takes some seconds at most; else it is as it was
 * read last. That there is none is said only where nobody could know better, and where the store no longer has it.
 */
export async function lookUpOrder(
  { services, actor, withTenant }: Desk,
  look: Look,
): Promise<{ order: TicketOrder; fault: LookFault | null }> {
  const known = await withTenant((tx) => findOrder(tx, look));
  const wanted = { orderNumber: look.orderNumber, known: storeIdOf(known.found) };
  const { isAnswered, isGone, fault } = await askStoreFor(services, actor.tenantId, wanted);
  if (isGone) throw fail("tracked_order_deleted");
  const { found, written } = isAnswered ? await withTenant((tx) => findOrder(tx, look)) : known;
  if (!found && fault !== null) throw fail("tracking_failed");
  if (!found) {
    const [gone] = await withTenant((tx) => selectGoneNames(tx, [look.orderNumber]));
    throw fail(gone === undefined ? "tracked_order_not_found" : "tracked_order_deleted");
  }
  return { order: presentOrder(found.row, written), fault };
}

// What was imported from elsewhere has ids that no store knows. The store may have one that is called as was typed, where none here is.
function storeIdOf(found: NumberedOrder | undefined): string | null {
  if (!found?.typed.isLiteral) return null;
  const { shopifyOrderId } = found.row;
  return /^\d{1,20}$/.test(shopifyOrderId) ? shopifyOrderId : null;
}

async function findOrder(tx: TenantTx, { ticketId, orderNumber }: Look) {
  const about = await selectTicketAbout(tx, ticketId);
  if (!about) throw fail("ticket_not_found");
  const found = await selectOrderByNumber(tx, orderNumber, about.customer);
  return { found, written: about.written };
}
