import type { Quota } from "@deskhand/contract/admin/sending";
import { findPlaceholders, isPlaceholder, type Placeholder } from "@deskhand/contract/desk/placeholders";
import { defaultCustomerName } from "@deskhand/contract/limits";
import { ticketDigits } from "@deskhand/contract/vocabulary";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { findTenant, isWebmailDomain } from "../tenants/index.ts";
import { type Acknowledged, claimAcknowledgement, countAcknowledgedOf } from "./acknowledgements.queries.ts";
import { selectEmailSettings } from "./branding/branding.queries.ts";
import { brandingOf, defaultEmailSettings, withDefaults } from "./branding/email-branding.ts";
import type { Queueing } from "./queue-mail.ts";
import { admitAcknowledgement } from "./sending/quotas.ts";

/** More people of one firm do not write within an hour: a program that makes up its addresses may. */
const mostOfOrganisation = 20;

type NewTicket = { customerName: string | null; ticketNumber: number; subject: string };

/**
 * What acknowledges a new ticket, in whose name, and what its mail counts as; null where the store wants none, its customer had one
 * within the day, or today's are used up (docs/product.md#acknowledging-a-ticket). Whoever takes it sends it. The caller holds the
 * store's ticket number, so that the next one counts this one.
 */
export async function takeAcknowledgement(
  tx: TenantTx,
  { settings }: Pick<Queueing, "settings">,
  { to, ...ticket }: NewTicket & { to: Acknowledged },
): Promise<{ content: string; authorName: string; quota: Quota | null } | null> {
  const saved = await selectEmailSettings(tx);
  if (!saved?.acknowledges) return null;
  const { organisation, isProven } = to;
  if (!isWebmailDomain(organisation) && (await countAcknowledgedOf(tx, organisation)) >= mostOfOrganisation)
    return null;
  if (!(await admitAcknowledgement(tx, settings, isProven)) || !(await claimAcknowledgement(tx, to))) return null;
  const tenant = await findTenant(tx);
  const defaults = defaultEmailSettings(tenant);
  const counting = withDefaults(saved, defaults);
  return {
    content: fillAcknowledgement(counting.acknowledgementText, { ...ticket, storeName: tenant.storeName }),
    authorName: brandingOf(counting, defaults, settings.publicUrl).senderName,
    // What proves nothing counts with the mails to strangers besides.
    quota: isProven ? null : "first",
  };
}

/** A new ticket, as its acknowledgement may speak of it. */
type NewTicketFacts = { customerName: string | null; ticketNumber: number; subject: string; storeName: string };

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
