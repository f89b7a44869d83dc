import type { AccountEmail } from "./account-emails.ts";
import { productBranding, productName } from "./branding.ts";
import { html } from "./html.ts";
import { anyDirection, band, colors, mailDocument, mailHeader, styles } from "./layout.ts";
import { linkedText } from "./linked-text.ts";

interface Feedback {
  readonly type: "feature" | "bug";
  readonly message: string;
  /** Where an answer is to go, as it was entered. */
  readonly email: string;
  readonly userName: string;
  readonly userEmail: string;
  readonly storeName: string;
  readonly clientCode: string;
}

const typeWords = { feature: "Feature Idea", bug: "Bug Report" } as const;
const shownOfMessage = 80;

/** Tells whoever runs the installation what one of a store's people thinks of it. */
export function renderFeedbackEmail(feedback: Feedback): AccountEmail {
  const { type, message, email, userName, userEmail, storeName, clientCode } = feedback;
  const what = typeWords[type];
  const facts = [
    `From: ${inOneLine(userName)} <${inOneLine(userEmail)}>`,
    `Store: ${inOneLine(storeName)} (${clientCode})`,
    `Answer to: ${inOneLine(email)}`,
  ];
  const content = html`<div dir="auto" style="${styles.text};${anyDirection}">${linkedText(message)}</div>
${facts.map((fact) => html`<p dir="auto" style="${styles.quiet};${anyDirection}">${fact}</p>`)}`;
  return {
    subject: `${what}: ${beginningOf(message)}`,
    html: mailDocument(
      what,
      message,
      mailHeader(productBranding, `${productName} feedback: ${what}`),
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

/** Without line breaks, controls, and marks that turn the direction of writing. */
function inOneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, " ").trim();
}
