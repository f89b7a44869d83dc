import type { Client } from "@deskhand/contract/admin/client";
import {
  defaultEmailSwitches,
  type EmailDraft,
  type EmailSettingName,
  type EmailSettings,
  emailSettingNames,
} from "@deskhand/contract/admin/email-setting-table";
import { limits } from "@deskhand/contract/limits";
import {
  type Branding,
  defaultAcknowledgementText,
  defaultPrimaryColor,
  defaultSecondaryColor,
  defaultSignatureHtml,
  productName,
} from "@deskhand/email";
import sanitizeHtml from "sanitize-html";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import type { SigningKey } from "../../../platform/mailer/signing-key.ts";
import type { Settings } from "../../../platform/settings.ts";
import { findTenant } from "../../tenants/index.ts";
import { senderDomainOf, senderKey } from "../sender-domain/sender-domain.ts";
import { columnOf, type EmailSettingsRow, selectEmailSettings } from "./branding.queries.ts";

/** The part of a tenant that its mails need. */
export type Store = Pick<Client, "storeName" | "supportEmail">;

export type StoreLook = Omit<Branding, "signatureHtml" | "look">;

export type EmailSender = {
  branding: Branding;
  from: { name: string; address: string };
  /** The key of the address's own domain; null for the support address. */
  signedBy: SigningKey | null;
};

/** Returns the look and sender of the tenant's mails: its e-mail settings, else the defaults (docs/product.md#branding). */
export async function emailBranding(
  tx: TenantTx,
  store: Store,
  { mailDomain, publicUrl, secret }: Pick<Settings, "mailDomain" | "publicUrl" | "secret">,
): Promise<EmailSender> {
  const defaults = defaultEmailSettings(store);
  const settings = withDefaults(await selectEmailSettings(tx), defaults);
  const branding = brandingOf(settings, defaults, publicUrl);
  const signedBy = await senderKey(tx, { mailDomain, secret }, settings.senderEmail);
  const address = fromAddress(settings.senderEmail, store.supportEmail, signedBy);
  return { branding, from: { name: branding.senderName, address }, signedBy };
}

/** Returns how the store looks in a browser: its name, logo and colours. */
export async function storeLook(tx: TenantTx, publicUrl: string): Promise<StoreLook> {
  const defaults = defaultEmailSettings(await findTenant(tx));
  return lookOf(withDefaults(await selectEmailSettings(tx), defaults), defaults, publicUrl);
}

/** Returns the store's configured sender address. */
export async function senderEmailOf(tx: TenantTx): Promise<string> {
  return withDefaults(await selectEmailSettings(tx), defaultEmailSettings(await findTenant(tx))).senderEmail;
}

/** Returns the settings of a store that has set nothing. */
export function defaultEmailSettings({ storeName, supportEmail }: Store): EmailSettings {
  return {
    senderName: oneLine(storeName) || productName,
    senderEmail: supportEmail,
    look: "branded",
    logoUrl: null,
    primaryColor: defaultPrimaryColor,
    secondaryColor: defaultSecondaryColor,
    signatureHtml: defaultSignatureHtml,
    ...defaultEmailSwitches,
    acknowledgementText: defaultAcknowledgementText,
  };
}

/** Returns the saved settings, with defaults for those that are not set. */
export function withDefaults(saved: EmailSettingsRow | undefined, defaults: EmailSettings): EmailSettings {
  const current = (name: EmailSettingName) => saved?.[columnOf(name)] ?? defaults[name];
  return Object.fromEntries(emailSettingNames.map((name) => [name, current(name)])) as EmailSettings;
}

/** Returns the look of mails with these settings; invalid ones are replaced by the defaults. */
export function brandingOf(settings: EmailDraft, defaults: EmailSettings, publicUrl: string): Branding {
  return {
    ...lookOf(settings, defaults, publicUrl),
    look: settings.look ?? defaults.look,
    signatureHtml: safeSignature(settings.signatureHtml ?? defaults.signatureHtml),
  };
}

function lookOf(settings: EmailDraft, defaults: EmailSettings, publicUrl: string): StoreLook {
  return {
    senderName: oneLine(settings.senderName ?? "") || defaults.senderName,
    primaryColor: settings.primaryColor ?? defaults.primaryColor,
    secondaryColor: settings.secondaryColor ?? defaults.secondaryColor,
    logoUrl: logoAddress(settings.logoUrl ?? null, publicUrl),
  };
}

/**
 * Returns the address that mail is sent from: the store's own sender address only if its domain publishes our key, else the support
 * address, as the mail would fail DMARC and be lost. At our own domain only the support address is the store's, so that nobody sends as
 * us or as another store.
 */
export function fromAddress(senderEmail: string, supportEmail: string, key: Pick<SigningKey, "domain"> | null): string {
  const address = senderEmail.trim().toLowerCase();
  if (key === null || senderDomainOf(address) !== key.domain) return supportEmail;
  return `${address.slice(0, address.lastIndexOf("@"))}@${key.domain}`;
}

/** Returns the absolute URL of a logo that mail programs can load; null if it is none. */
export function logoAddress(saved: string | null, publicUrl: string): string | null {
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
    .toWellFormed()
    .replace(/\ufffd$/, "")
    .trim();
}

const length = [/^\d{1,4}(?:\.\d+)?(?:px|em|rem|%|pt)?$/];
const color = [/^#[0-9a-f]{3,8}$/i, /^rgba?\([\d\s,.%]+\)$/i, /^[a-z]{3,20}$/i];

/** A mail's 600 pixels without its margins. */
const maxWidth = 520;

/** Keeps pictures, tables and cells from being wider than the mail, and pictures from being wider than a phone. */
function fitToMail(tagName: string, { width, ...attribs }: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const isWide = width !== undefined && /^\d+(?:px)?$/.test(width) && Number.parseInt(width, 10) > maxWidth;
  if (tagName !== "img") return { tagName, attribs: { ...attribs, ...(width && { width: isWide ? "100%" : width }) } };
  const { height, style = "", ...rest } = attribs;
  // Outlook only reads the size attributes.
  const size = isWide ? { width: String(maxWidth) } : { ...(width && { width }), ...(height && { height }) };
  return { tagName, attribs: { ...rest, ...size, style: `${style};max-width:100%;height:auto` } };
}

/** Sanitises a signature's HTML: styles and links stay; scripts, forms and anything that could cover the mail around it are removed. */
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
      img: { "max-width": [/^100%$/], height: [/^auto$/] },
    },
    transformTags: { img: fitToMail, table: fitToMail, td: fitToMail, th: fitToMail },
    allowedSchemes: ["http", "https", "mailto", "tel"],
    allowedSchemesByTag: { img: ["http", "https"] },
    allowProtocolRelative: false,
  }).trim();
}
