import { findPlaceholders, isPlaceholder, type Placeholder } from "@deskhand/contract/desk/placeholders";
import { defaultCustomerName } from "@deskhand/contract/limits";
import { ticketDigits } from "@deskhand/contract/vocabulary";

/** A new ticket, as its acknowledgement may speak of it. */
export type NewTicketFacts = { customerName: string | null; ticketNumber: number; subject: string; storeName: string };

/**
 * The store's words with what a new ticket has filled in. Whoever wrote chose their name and subject themselves and may not be who
 * they say: nothing of these that could lead anywhere is sent on.
 */
export function fillAcknowledgement(text: string, facts: NewTicketFacts): string {
  const name = nameOf(facts.customerName);
  const known: Partial<Record<Placeholder, string>> = {
    "customer.name": name,
    "customer.first_name": name === defaultCustomerName ? name : (name.split(/\s+/)[0] ?? name),
    "ticket.number": ticketDigits(facts.ticketNumber),
    "ticket.subject": withoutAddresses(facts.subject),
    "store.name": facts.storeName,
  };
  let filled = "";
  let end = 0;
  for (const placeholder of findPlaceholders(text)) {
    filled += text.slice(end, placeholder.start);
    filled += isPlaceholder(placeholder.name) ? (known[placeholder.name] ?? "") : "";
    end = placeholder.end;
  }
  return filled + text.slice(end);
}

function nameOf(customerName: string | null): string {
  const name = customerName?.trim() ?? "";
  return name === "" || name !== withoutAddresses(name) ? defaultCustomerName : name;
}

const schemed = /\b[a-z][a-z\d+.-]{1,20}:\/\/\S{0,2000}/gi;
const bare =
  /[^\s@]{0,200}@\S{1,200}|\b[\p{L}\d-]{1,63}(?:\.[\p{L}\d-]{1,63}){0,5}\.\p{L}{2,24}(?:[/?#:]\S{0,2000})?/giu;

function withoutAddresses(text: string): string {
  return text.replace(schemed, "…").replace(bare, "…");
}
