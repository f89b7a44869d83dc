import { createHash } from "node:crypto";
import type { EmailDraft } from "@deskhand/contract/admin/email-setting-table";
import type { EmailView } from "@deskhand/contract/admin/email-settings";
import { emailFrameUrl } from "@deskhand/contract/pages";
import { ticketLabel } from "@deskhand/contract/vocabulary";
import { renderReplyEmail } from "@deskhand/email";
import type { FastifyInstance } from "fastify";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { api } from "../../../platform/http/api.ts";
import type { Settings } from "../../../platform/settings.ts";
import { findTenant } from "../../tenants/index.ts";
import { fillAcknowledgement } from "../take-acknowledgement.ts";
import { selectEmailSettings } from "./branding.queries.ts";
import { brandingOf, defaultEmailSettings, withDefaults } from "./email-branding.ts";
import { readEmailSettings, resetEmailSettings, saveEmailSettings } from "./save-email-settings.ts";

const { read, save, reset, preview } = api.emailSettings;

export const emailSettingsRoutes = {
  read: read.handler(({ context: { services, withTenant } }) =>
    withTenant((tx) => readEmailSettings(tx, services.settings)),
  ),
  save: save.handler(({ context: { services, actor, withTenant }, input }) =>
    withTenant((tx) => saveEmailSettings(tx, services.settings, actor, input)),
  ),
  reset: reset.handler(({ context: { services, actor, withTenant } }) =>
    withTenant((tx) => resetEmailSettings(tx, services.settings, actor)),
  ),
  preview: preview.handler(({ context: { services, withTenant }, input }) =>
    withTenant((tx) => previewEmail(tx, services.settings, input)),
  ),
};

// The doctype of our mails, so that the preview is laid out by the same rules.
const doctype =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

const script = `
addEventListener("message", ({ data, source }) => {
  if (source !== parent || typeof data?.html !== "string") return;
  const shown = new DOMParser().parseFromString(data.html, "text/html");
  document.documentElement.replaceWith(document.adoptNode(shown.documentElement));
  tell();
  sizes.disconnect();
  sizes.observe(document.documentElement);
});
const tell = () => parent.postMessage({ height: Math.ceil(document.documentElement.getBoundingClientRect().height) }, "*");
const sizes = new ResizeObserver(tell);
addEventListener("load", ({ target }) => target instanceof HTMLImageElement && parent.postMessage({ image: "loaded" }, "*"), true);
addEventListener("error", ({ target }) => target instanceof HTMLImageElement && parent.postMessage({ image: "failed" }, "*"), true);
addEventListener("click", (event) => event.preventDefault(), true);
parent.postMessage({ ready: true }, "*");
`;

const page = `${doctype}<html><head><meta charset="utf-8"><title>Preview</title></head><body><script>${script}</script></body></html>`;

/** The frame runs only this script, which shows the HTML it is sent; that HTML runs nothing and loads only pictures. */
const policy = [
  "sandbox allow-scripts",
  "default-src 'none'",
  `script-src 'sha256-${createHash("sha256").update(script).digest("base64")}'`,
  "style-src 'unsafe-inline'",
  "img-src http: https:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join("; ");

/** Serves an empty page that shows the HTML which the page around it sends (docs/product.md#the-preview). */
export function emailFrameRoutes(http: FastifyInstance): void {
  http.get(emailFrameUrl, async (_request, reply) =>
    reply
      .type("text/html; charset=utf-8")
      .header("content-security-policy", policy)
      .header("x-frame-options", "SAMEORIGIN")
      // The sandbox gives it an origin of its own anyway.
      .removeHeader("origin-agent-cluster")
      .header("referrer-policy", "no-referrer")
      .send(page),
  );
}

/** An invented ticket for previews. */
const sample = { customerName: "Jane Smith", ticketNumber: 1, subject: "Where is my order?" };
const sampleReply = `Hi Jane,

your order left our warehouse this morning. It should be with you within two days.

Is there anything else that we can do for you?`;

/** Renders a mail with these settings as it would be sent; absent settings have their saved values. */
async function previewEmail(
  tx: TenantTx,
  { publicUrl }: Pick<Settings, "publicUrl">,
  { view, draft }: { view: EmailView; draft: EmailDraft },
): Promise<{ html: string }> {
  const tenant = await findTenant(tx);
  const defaults = defaultEmailSettings(tenant);
  const changes = Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined));
  const saved = withDefaults(await selectEmailSettings(tx), defaults);
  const { acknowledgementText, ...settings }: EmailDraft = { ...saved, ...changes };
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
