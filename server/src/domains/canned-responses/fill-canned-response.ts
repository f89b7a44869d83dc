import { defaultAgentName } from "@deskhand/contract/limits";
import type { Money } from "@deskhand/contract/page";
import { findPlaceholders, isPlaceholder, type Placeholder } from "@deskhand/contract/placeholders";
import { ticketDigits } from "@deskhand/contract/vocabulary";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { fail } from "../../platform/fail.ts";
import type { Actor } from "../../platform/http/context.ts";
import { type AboutTicket, selectAbout, selectResponse } from "./canned-responses.queries.ts";

/** A response's text for a ticket; what is not known about it stays as a placeholder. */
export async function fillCannedResponse(
  tx: TenantTx,
  actor: Actor,
  { id, ticketId }: { id: string; ticketId: string },
): Promise<{ content: string }> {
  const about = await selectAbout(tx, ticketId);
  if (!about) throw fail("ticket_not_found");
  const response = await selectResponse(tx, id);
  if (!response) throw fail("canned_response_not_found");
  return { content: fillPlaceholders(response.content, valuesOf(about, actor)) };
}

/** Puts values where placeholders stand; one without a value stays. What a value contains is never filled again. */
export function fillPlaceholders(text: string, values: Partial<Record<Placeholder, string | null>>): string {
  let filled = "";
  let at = 0;
  for (const { name, start, end } of findPlaceholders(text)) {
    const value = isPlaceholder(name) ? values[name]?.trim() : undefined;
    filled += text.slice(at, start) + (value || text.slice(start, end));
    at = end;
  }
  return filled + text.slice(at);
}

function valuesOf(about: AboutTicket, actor: Actor): Record<Placeholder, string | null> {
  return {
    "customer.first_name": about.customer_name?.trim().split(/\s+/)[0] ?? null,
    "customer.name": about.customer_name,
    "customer.email": about.customer_email,
    "ticket.number": ticketDigits(about.ticket_number),
    "ticket.subject": about.subject,
    "order.name": about.order_name,
    "order.total": about.total_price === null ? null : money(about.total_price, about.currency ?? "USD"),
    "order.status": about.order_name && fulfillmentWord(about.fulfillment_status),
    "order.date": about.ordered_at && date.format(new Date(about.ordered_at)),
    "tracking.number": about.tracking_number,
    "tracking.url": about.tracking_url,
    "tracking.carrier": about.tracking_company,
    // Customers see a name, never a colleague's address.
    "agent.name": actor.name.includes("@") ? defaultAgentName : actor.name,
    "store.name": about.store_name,
  };
}

const date = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });

function money(amount: Money, currency: string): string {
  return new Intl.NumberFormat("en-US", { style: "currency", currency }).format(amount);
}

const fulfillmentWords: Record<string, string> = {
  fulfilled: "Fulfilled",
  partial: "Partial",
  unfulfilled: "Unfulfilled",
};

/** The words for how far an order is shipped (docs/product.md#placeholders). */
function fulfillmentWord(status: string | null): string {
  return status === null ? "Not Shipped" : (fulfillmentWords[status] ?? status);
}
