import type { Quota } from "@deskhand/contract/admin/sending";
import { findPlaceholders, isPlaceholder, type Placeholder } from "@deskhand/contract/desk/placeholders";
import { defaultCustomerName } from "@deskhand/contract/limits";
import { ticketDigits } from "@deskhand/contract/vocabulary";
import { lockTallies } from "../../platform/db/lock-name.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { findTenant, isWebmailDomain } from "../tenants/index.ts";
import {
  type AcknowledgementRecipient,
  claimAcknowledgement,
  countAcknowledgedOf,
} from "./acknowledgements.queries.ts";
import { selectEmailSettings } from "./branding/branding.queries.ts";
import { brandingOf, defaultEmailSettings, withDefaults } from "./branding/email-branding.ts";
import type { Queueing } from "./queue-mail.ts";
import { admitAcknowledgement } from "./sending/quotas.ts";

/** Acknowledgements to one organisation per hour. More people hardly write in that time, but a program that invents addresses may. */
const maxOfOrganisation = 20;

type NewTicket = { customerName: string | null; ticketNumber: number; subject: string };

/**
 * Claims the acknowledgement of a new ticket, which the caller then sends: its text, author and quota. Null if the store wants none, the
 * customer had one within the day, or the day's quota is used up (docs/product.md#acknowledging-a-ticket).
 */
export async function takeAcknowledgement(
  tx: TenantTx,
  { settings }: Pick<Queueing, "settings">,
  { to, ...ticket }: NewTicket & { to: AcknowledgementRecipient },
): Promise<{ content: string; authorName: string; quota: Quota | null } | null> {
  const saved = await selectEmailSettings(tx);
  if (!saved?.acknowledges || !(await claim(tx, settings, to))) return null;
  const tenant = await findTenant(tx);
  const effective = withDefaults(saved, defaultEmailSettings(tenant));
  const content = fillAcknowledgement(effective.acknowledgementText, { ...ticket, storeName: tenant.storeName });
  return { content, ...sentAs(settings, saved, tenant, to) };
}

/**
 * Claims an automatic mail that answers a customer in words of a rule, within the limits of acknowledgements, but also in a store that
 * acknowledges nothing. Null if the customer had one within the day, or the day's quota is used up.
 */
export async function takeAutomaticMail(
  tx: TenantTx,
  { settings }: Pick<Queueing, "settings">,
  to: AcknowledgementRecipient,
): Promise<{ authorName: string; quota: Quota | null } | null> {
  if (!(await claim(tx, settings, to))) return null;
  return sentAs(settings, await selectEmailSettings(tx), await findTenant(tx), to);
}

async function claim(tx: TenantTx, settings: Queueing["settings"], to: AcknowledgementRecipient): Promise<boolean> {
  const { organisation, isProven } = to;
  // Concurrent calls count each other.
  await lockTallies(tx);
  if (!isWebmailDomain(organisation) && (await countAcknowledgedOf(tx, organisation)) >= maxOfOrganisation)
    return false;
  return (await admitAcknowledgement(tx, settings, isProven)) && claimAcknowledgement(tx, to);
}

function sentAs(
  { publicUrl }: Queueing["settings"],
  saved: Awaited<ReturnType<typeof selectEmailSettings>>,
  tenant: Awaited<ReturnType<typeof findTenant>>,
  { isProven }: AcknowledgementRecipient,
): { authorName: string; quota: Quota | null } {
  const defaults = defaultEmailSettings(tenant);
  const { senderName } = brandingOf(withDefaults(saved, defaults), defaults, publicUrl);
  // An unproven sender counts as a stranger.
  return { authorName: senderName, quota: isProven ? null : "first" };
}

/** The facts that an acknowledgement may mention. */
type NewTicketFacts = { customerName: string | null; ticketNumber: number; subject: string; storeName: string };

/**
 * Fills in the store's text. The sender chose their name and subject and may be forged, so anything in these that could be a link or an
 * address is left out.
 */
export function fillAcknowledgement(text: string, facts: NewTicketFacts): string {
  const values = acknowledgementValues(facts);
  let filled = "";
  let end = 0;
  for (const placeholder of findPlaceholders(text)) {
    filled += text.slice(end, placeholder.start);
    filled += isPlaceholder(placeholder.name) ? (values[placeholder.name] ?? "") : "";
    end = placeholder.end;
  }
  return filled + text.slice(end);
}

/** The values that placeholders have in an automatic mail. */
export function acknowledgementValues(facts: NewTicketFacts): Partial<Record<Placeholder, string>> {
  const name = nameOf(facts.customerName);
  return {
    "customer.name": name,
    "customer.first_name": name === defaultCustomerName ? name : (name.split(/\s+/)[0] ?? name),
    "ticket.number": ticketDigits(facts.ticketNumber),
    "ticket.subject": withoutAddresses(facts.subject),
    "store.name": facts.storeName,
  };
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
