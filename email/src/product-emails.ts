import { type AccountEmail, renderAccountEmail } from "./account-emails.ts";
import { productBranding, productName } from "./branding.ts";
import { html } from "./html.ts";
import { anyDirection, band, colors, mailDocument, mailHeader, styles } from "./layout.ts";
import { linkedText, unlinked } from "./linked-text.ts";

interface About {
  readonly storeName: string;
  /** Identifies the mail when it comes back. */
  readonly mark: string;
}

/** A mail that a store's forwarding should return; its readers need do nothing. */
export function renderForwardingTestEmail({ storeName, mark }: About): AccountEmail {
  const subject = `${productName} forwarding test ${mark}`;
  const lines = [
    `Somebody of ${unlinked(storeName)} is testing whether mail to this address reaches their help desk on ${productName}.`,
    "There is nothing to do: if forwarding is set up, this mail is on its way back already, and no ticket is made of it. You can delete it.",
  ];
  const content = html`${lines.map((line) => html`<p style="${styles.text}">${line}</p>`)}
<p style="${styles.quiet}">${mark}</p>`;
  return {
    subject,
    html: mailDocument(
      subject,
      lines.join(" "),
      mailHeader(productBranding, `${productName} forwarding test`),
      band({ color: colors.card, padding: "24px 32px" }, content),
    ),
    text: `${lines.join("\n\n")}\n\n${mark}\n`,
  };
}

/**
 * Asks the reader of an address whether it is the store's own; its return by forwarding counts like a click on its
 * link.
 */
export function renderAddressCheckEmail({ storeName, mark, url }: About & { url: string }): AccountEmail {
  return renderAccountEmail({
    subject: `Confirm this support address on ${productName} ${mark}`,
    opening: `${unlinked(storeName)} wants to use this address for its help desk on ${productName}. If forwarding is set up, this mail confirms it by itself. Otherwise open the link, signed in as an administrator of ${unlinked(storeName)}. It holds for 24 hours.`,
    button: "Confirm this address",
    url,
    closing: `If you do not know ${unlinked(storeName)}, ignore this mail and do not pass it on: nothing will happen. ${mark}`,
  });
}

interface Feedback {
  readonly type: "feature" | "bug";
  readonly message: string;
  /** Where an answer should go, as entered. */
  readonly email: string;
  readonly userName: string;
  readonly userEmail: string;
  readonly storeName: string;
  readonly clientCode: string;
}

const typeWords = { feature: "Feature Idea", bug: "Bug Report" } as const;
const shownOfMessage = 80;

/** Tells the installation's operator what a person of a store thinks of it. */
export function renderFeedbackEmail(feedback: Feedback): AccountEmail {
  const { type, message, email, userName, userEmail, storeName, clientCode } = feedback;
  const typeWord = typeWords[type];
  const facts = [
    `From: ${inOneLine(userName)} <${inOneLine(userEmail)}>`,
    `Store: ${inOneLine(storeName)} (${clientCode})`,
    `Answer to: ${inOneLine(email)}`,
  ];
  const content = html`<div dir="auto" style="${styles.text};${anyDirection}">${linkedText(message)}</div>
${facts.map((fact) => html`<p dir="auto" style="${styles.quiet};${anyDirection}">${fact}</p>`)}`;
  return {
    subject: `${typeWord}: ${beginningOf(message)}`,
    html: mailDocument(
      typeWord,
      message,
      mailHeader(productBranding, `${productName} feedback: ${typeWord}`),
      band({ color: colors.card, padding: "24px 32px" }, content),
    ),
    text: `${message}\n\n${facts.join("\n")}\n`,
  };
}

/** The first line of a message, for a subject. */
function beginningOf(message: string): string {
  const [line = ""] = message.trim().split(/[\r\n]/, 1);
  const text = inOneLine(line);
  if (text.length <= shownOfMessage) return text;
  return `${text
    .slice(0, shownOfMessage - 1)
    .replace(/[\ud800-\udbff]$/, "")
    .trimEnd()}…`;
}

/** Removes line breaks, controls, and marks that change the direction of writing. */
function inOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, " ").trim();
}
