/** A mail in the store's look, or as one person writes to another (docs/product.md#a-plain-letter). */
export type MailLook = "branded" | "letter";

/** The look of a store's mails, from its e-mail settings (docs/product.md#branding). */
export interface Branding {
  readonly look: MailLook;
  readonly senderName: string;
  /** '#' and 6 hex digits; anything else is replaced by the default. */
  readonly primaryColor: string;
  readonly secondaryColor: string;
  /** An address that mail programs can load, or null. */
  readonly logoUrl: string | null;
  /** Sanitised by the caller: it is inserted unchanged. */
  readonly signatureHtml: string;
}

export const productName = "Deskhand";
export const defaultPrimaryColor = "#667eea";
export const defaultSecondaryColor = "#764ba2";
export const defaultSignatureHtml = "<p>Best regards,<br>Support Team</p>";
/** The acknowledgement of a new ticket, where the store has not written its own. */
export const defaultAcknowledgementText = `Hello {{customer.first_name}},

Thank you for your message. It reached us, and we will answer it as soon as we can.

You can add to it at any time by replying to this mail.`;

/** The look of Deskhand's own mails. */
export const productBranding: Branding = {
  look: "branded",
  senderName: productName,
  primaryColor: defaultPrimaryColor,
  secondaryColor: defaultSecondaryColor,
  logoUrl: null,
  signatureHtml: "",
};

/** Returns a colour of '#' and 6 hex digits, else the fallback, so that no other styles are smuggled into the mail. */
export function safeColor(color: string, fallback: string): string {
  return /^#[0-9a-f]{6}$/i.test(color) ? color : fallback;
}

const white = "#ffffff";
const ink = "#14141f";

/** White or near-black, whichever reads better on the worst of the backgrounds (WCAG 2.2 contrast). */
export function readableOn(...backgrounds: readonly string[]): string {
  const worst = (text: string) => Math.min(...backgrounds.map((background) => contrast(text, background)));
  return worst(white) >= worst(ink) ? white : ink;
}

/** The contrast ratio of two colours of the form #rrggbb, from 1 to 21. */
export function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
