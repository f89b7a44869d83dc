import { productBranding, productName, readableOn } from "./branding.ts";
import { html } from "./html.ts";
import { band, colors, mailDocument, mailHeader, styles } from "./layout.ts";
import { linkedText } from "./linked-text.ts";

/** A mail about somebody's account, with both its parts. */
export interface AccountEmail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Asks the person who signed up to confirm the address; `url` is the link that does it. */
export function renderConfirmationEmail(to: { url: string; storeName: string }): AccountEmail {
  return renderAccountEmail({
    subject: "Confirm your e-mail address",
    opening: `Welcome to ${productName}. Confirm this address to open the help desk of ${to.storeName}.`,
    button: "Confirm e-mail address",
    url: to.url,
    closing: "If you did not create an account, ignore this mail and nothing will happen.",
  });
}

/**
 * Warns the owner of an address that somebody signed up with it again. The screen says the same as for a new address, so
 * only the owner learns that there is an account.
 */
export function renderExistingAccountEmail(to: { signInUrl: string }): AccountEmail {
  return renderAccountEmail({
    subject: `You already have a ${productName} account`,
    opening: `Somebody signed up for ${productName} with your e-mail address. You already have an account, so no new one was made.`,
    button: "Sign in",
    url: to.signInUrl,
    closing: "If it was not you, you need do nothing: your account and your password are unchanged.",
  });
}

/** Confirms to somebody that their password was changed, and on which device; it holds nothing that changes anything. */
export function renderPasswordChangedEmail(to: {
  signInUrl: string;
  storeName: string;
  device?: string | undefined;
}): AccountEmail {
  const where = to.device === undefined ? "" : ` with ${to.device}`;
  return renderAccountEmail({
    subject: `Your ${productName} password was changed`,
    opening: `The password of your ${productName} account at ${to.storeName} was changed${where}. You were signed out everywhere else.`,
    button: "Sign in",
    url: to.signInUrl,
    closing: "If it was you, you need do nothing. If it was not, tell an administrator of your store at once.",
  });
}

/**
 * Tells an admin that a customer asked the store for what is kept of them: whose data, by when (as 2026-12-22), where they are
 * here, and where each of their files is downloaded.
 */
export function renderDataRequestEmail(to: {
  url: string;
  storeName: string;
  customerEmail: string;
  number: string;
  dueOn: string;
  downloads: readonly string[];
}): AccountEmail {
  const who = to.customerEmail === "" ? "A customer" : `The customer ${to.customerEmail}`;
  const number = to.number === "" ? "" : ` (request ${to.number})`;
  const kept =
    to.downloads.length === 0
      ? `${productName} keeps nothing under that customer's address.`
      : `Everything that ${productName} keeps of them (profile, orders, tickets, messages, mails) is in this file, which administrators can download: ${to.downloads.join(" ")}`;
  return renderAccountEmail({
    subject: "A customer asked for their data",
    opening: `${who} asked ${to.storeName} for the data that is kept of them${number}. Send it to them by ${to.dueOn}. ${kept}`,
    button: `Open ${productName}`,
    url: to.url,
    closing: "Shopify passed this request on to every app of your store. Other apps tell you of theirs by themselves.",
  });
}

interface Parts {
  readonly subject: string;
  readonly opening: string;
  readonly button: string;
  readonly url: string;
  readonly closing: string;
}

const buttonColor = "#4c5bd4";

/** A sentence, one button, and what to do if it was not you. */
function renderAccountEmail({ subject, opening, button, url, closing }: Parts): AccountEmail {
  // Outlook knows no padding of links: it gives the cell one of its own.
  const content = html`<p style="${styles.text}">${opening}</p>
<table border="0" cellpadding="0" cellspacing="0" role="presentation"><tbody><tr>
<td bgcolor="${buttonColor}" style="border-radius:8px;mso-padding-alt:12px 24px">
<a href="${url}" target="_blank" style="display:inline-block;padding:12px 24px;border-radius:8px;background-color:${buttonColor};color:${readableOn(buttonColor)};font-size:16px;font-weight:600;line-height:19px;text-decoration:none">${button}</a>
</td>
</tr></tbody></table>
<p style="${styles.quiet};margin:24px 0 0">If the button does not work, open this address:</p>
<p style="${styles.quiet}">${linkedText(url)}</p>
<p style="${styles.quiet};margin:16px 0 0">${closing}</p>`;
  return {
    subject,
    html: mailDocument(
      subject,
      opening,
      mailHeader(productBranding, subject),
      band({ color: colors.card, padding: "24px 32px" }, content),
    ),
    text: `${opening}\n\n${button}:\n${url}\n\n${closing}\n`,
  };
}
