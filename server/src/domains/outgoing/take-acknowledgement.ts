import type { TenantTx } from "../../platform/db/tenant.ts";
import { findTenant, isWebmailDomain } from "../tenants/index.ts";
import { claimAcknowledgement, countAcknowledged } from "./acknowledgements.queries.ts";
import { brandingOf, defaultEmailSettings, withDefaults } from "./branding/email-branding.ts";
import { selectEmailSettings } from "./branding/email-settings.queries.ts";
import { fillAcknowledgement } from "./branding/fill-acknowledgement.ts";
import type { Queueing } from "./queue-mail.ts";

/** More people of one firm do not write within an hour: a program that makes up its addresses may. */
const mostOfDomain = 20;

export type NewTicket = { email: string; customerName: string | null; ticketNumber: number; subject: string };

/**
 * What acknowledges a new ticket, and in whose name; null where the store wants none, or its customer had one within the day
 * (docs/product.md#acknowledging-a-ticket). Whoever takes it sends it.
 */
export async function takeAcknowledgement(
  tx: TenantTx,
  { settings: { publicUrl } }: Pick<Queueing, "settings">,
  { email, ...ticket }: NewTicket,
): Promise<{ content: string; authorName: string } | null> {
  const saved = await selectEmailSettings(tx);
  if (!saved?.acknowledges) return null;
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  if (!isWebmailDomain(domain) && (await countAcknowledged(tx, domain)) >= mostOfDomain) return null;
  if (!(await claimAcknowledgement(tx, email))) return null;
  const tenant = await findTenant(tx);
  const defaults = defaultEmailSettings(tenant);
  const counting = withDefaults(saved, defaults);
  return {
    content: fillAcknowledgement(counting.acknowledgementText, { ...ticket, storeName: tenant.storeName }),
    authorName: brandingOf(counting, defaults, publicUrl).senderName,
  };
}
