import type { Quota } from "@deskhand/contract/admin/sending";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { findTenant, isWebmailDomain } from "../tenants/index.ts";
import { type Acknowledged, claimAcknowledgement, countAcknowledgedOf } from "./acknowledgements.queries.ts";
import { selectEmailSettings } from "./branding/branding.queries.ts";
import { brandingOf, defaultEmailSettings, withDefaults } from "./branding/email-branding.ts";
import { fillAcknowledgement } from "./branding/fill-acknowledgement.ts";
import type { Queueing } from "./queue-mail.ts";
import { admitAcknowledgement } from "./sending/quotas.ts";

/** More people of one firm do not write within an hour: a program that makes up its addresses may. */
const mostOfOrganisation = 20;

export type NewTicket = { customerName: string | null; ticketNumber: number; subject: string };

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
