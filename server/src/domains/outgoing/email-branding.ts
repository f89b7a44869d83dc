import type { Client } from "@deskhand/contract/account";
import { limits } from "@deskhand/contract/limits";
import {
  type Branding,
  defaultPrimaryColor,
  defaultSecondaryColor,
  defaultSignatureHtml,
  productName,
} from "@deskhand/email";
import sanitizeHtml from "sanitize-html";
import type { TenantTx } from "../../platform/db/tenant.ts";
import type { Settings } from "../../platform/settings.ts";
import { selectEmailSettings } from "./outgoing.queries.ts";

const length = [/^\d{1,4}(?:\.\d+)?(?:px|em|rem|%|pt)?$/];
const color = [/^#[0-9a-f]{3,8}$/i, /^rgba?\([\d\s,.%]+\)$/i, /^[a-z]{3,20}$/i];

export type EmailSender = { branding: Branding; from: { name: string; address: string } };

/** How the tenant's mails look and who they are from: its e-mail settings, else the defaults (docs/product.md#branding). */
export async function emailBranding(
  tx: TenantTx,
  tenant: Pick<Client, "storeName" | "supportEmail">,
  { mailDomain, publicUrl }: Pick<Settings, "mailDomain" | "publicUrl">,
): Promise<EmailSender> {
  const saved = await selectEmailSettings(tx);
  const senderName = oneLine(saved?.sender_name ?? "") || oneLine(tenant.storeName) || productName;
  return {
    branding: {
      senderName,
      primaryColor: saved?.primary_color ?? defaultPrimaryColor,
      secondaryColor: saved?.secondary_color ?? defaultSecondaryColor,
      logoUrl: logoAddress(saved?.logo_url ?? null, publicUrl),
      signatureHtml: safeSignature(saved?.signature_html ?? defaultSignatureHtml),
    },
    from: { name: senderName, address: fromAddress(saved?.sender_email ?? null, tenant.supportEmail, mailDomain) },
  };
}

/**
 * The client's own sender address only when it is at our domain. For any other domain we neither hold a DKIM key nor
 * stand in its SPF record, so a mail from it would fail DMARC and be lost; it goes from our address instead, under the
 * client's sender name. Nor may one store write as another: of the support addresses only its own counts.
 */
function fromAddress(senderEmail: string | null, supportEmail: string, mailDomain: string): string {
  const address = senderEmail?.trim().toLowerCase() ?? "";
  const [local = "", domain, ...more] = address.split("@");
  const isOurs = local !== "" && domain === mailDomain.toLowerCase() && more.length === 0;
  return isOurs && !local.startsWith("help+") ? address : supportEmail;
}

/** A logo that the customer's mail program can load, or null. */
function logoAddress(saved: string | null, publicUrl: string): string | null {
  const text = saved?.trim();
  if (!text || !URL.canParse(text, publicUrl)) return null;
  const url = new URL(text, publicUrl);
  return url.protocol === "https:" || url.protocol === "http:" ? url.href : null;
}

function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .trim()
    .slice(0, limits.emailSenderNameLength)
    .trim();
}

/** A signature's HTML with its looks and links, and without anything that runs, submits, or covers the mail around it. */
function safeSignature(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [
      ...["p", "br", "div", "span", "b", "strong", "i", "em", "u", "s", "small", "a", "img", "hr", "ul", "ol", "li"],
      ...["h1", "h2", "h3", "h4", "table", "thead", "tbody", "tr", "td", "th", "font"],
    ],
    allowedAttributes: {
      a: ["href", "title"],
      img: ["src", "alt", "width", "height"],
      table: ["cellpadding", "cellspacing", "border", "width", "align"],
      td: ["align", "valign", "width", "colspan", "rowspan"],
      th: ["align", "valign", "width", "colspan", "rowspan"],
      font: ["color", "face", "size"],
      "*": ["style"],
    },
    allowedStyles: {
      "*": {
        color,
        "background-color": color,
        "font-size": length,
        "font-weight": [/^(?:normal|bold|[1-9]00)$/],
        "font-style": [/^(?:normal|italic)$/],
        "font-family": [/^[\w\s,'"-]{1,200}$/],
        "text-align": [/^(?:left|right|center)$/],
        "text-decoration": [/^(?:none|underline)$/],
        "line-height": length,
        margin: [/^(?:\d{1,3}(?:px|em)?\s*){1,4}$/],
        padding: [/^(?:\d{1,3}(?:px|em)?\s*){1,4}$/],
      },
    },
    allowedSchemes: ["http", "https", "mailto", "tel"],
    allowedSchemesByTag: { img: ["http", "https"] },
    allowProtocolRelative: false,
  }).trim();
}
