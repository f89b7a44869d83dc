/** How a store's mails look. Comes from the store's e-mail settings (docs/product.md#branding). */
export interface Branding {
  readonly senderName: string;
  /** '#' and 6 hex digits; anything else is replaced by the default. */
  readonly primaryColor: string;
  readonly secondaryColor: string;
  /** An address that mail programs can load, or null. */
  readonly logoUrl: string | null;
  /** Already sanitised by the caller: it goes into the mail as it is. */
  readonly signatureHtml: string;
}

export const productName = "Deskhand";
export const defaultPrimaryColor = "#667eea";
export const defaultSecondaryColor = "#764ba2";
export const defaultSignatureHtml = "<p>Best regards,<br>Support Team</p>";

/** The look of a mail that Deskhand itself sends, not a store. */
export const productBranding: Branding = {
  senderName: productName,
  primaryColor: defaultPrimaryColor,
  secondaryColor: defaultSecondaryColor,
  logoUrl: null,
  signatureHtml: "",
};

/** The colour if it is '#' and 6 hex digits, else the fallback: a colour stands in a style and must not smuggle others in. */
export function safeColor(color: string, fallback: string): string {
  return /^#[0-9a-f]{6}$/i.test(color) ? color : fallback;
}
