import type { EmailDraft, EmailView } from "@deskhand/contract/admin/email-settings";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { renderReplyEmail } from "@deskhand/email";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import type { Settings } from "../../../platform/settings.ts";
import { findTenant } from "../../tenants/index.ts";
import { selectEmailSettings } from "./branding.queries.ts";
import { brandingOf, defaultEmailSettings, withDefaults } from "./email-branding.ts";
import { fillAcknowledgement } from "./fill-acknowledgement.ts";

/** The ticket that previews are of: nobody's. */
const sample = { customerName: "Jane Smith", ticketNumber: 1, subject: "Where is my order?" };
const sampleReply = `Hi Jane,

your order left our warehouse this morning. It should be with you within two days.

Is there anything else that we can do for you?`;

/** The HTML of a mail with these settings, made as it is made to be sent; what is not given is as it is saved. */
export async function previewEmail(
  tx: TenantTx,
  { publicUrl }: Pick<Settings, "publicUrl">,
  { view, draft }: { view: EmailView; draft: EmailDraft },
): Promise<{ html: string }> {
  const tenant = await findTenant(tx);
  const defaults = defaultEmailSettings(tenant);
  const given = Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined));
  const saved = withDefaults(await selectEmailSettings(tx), defaults);
  const { acknowledgementText, ...settings }: EmailDraft = { ...saved, ...given };
  const isAutomatic = view === "automatic";
  const words = acknowledgementText?.trim() || defaults.acknowledgementText;
  const facts = { ...sample, storeName: tenant.storeName };
  const { html } = renderReplyEmail({
    branding: brandingOf(settings, defaults, publicUrl),
    ticketLabel: ticketLabel(sample.ticketNumber),
    content: isAutomatic ? fillAcknowledgement(words, facts) : sampleReply,
    isAutomatic,
  });
  return { html };
}
