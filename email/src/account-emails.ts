import { productBranding, productName, readableOn } from "./branding.ts";
import { type Html, html } from "./html.ts";
import { band, colors, mailDocument, mailHeader, styles } from "./layout.ts";
import { linkedText, unlinked } from "./linked-text.ts";

/** A mail about an account, in both parts. */
export interface AccountEmail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** When and where a mail was requested: the time as ISO 8601, the device as "Chrome on Windows". */
export interface RequestOrigin {
  readonly at: string;
  readonly device: string;
  readonly ip: string | null;
}

interface AskedFor {
  readonly storeName: string;
  readonly asked?: RequestOrigin | undefined;
}

/** A link, with when and where it was requested. */
interface AskedLink {
  readonly url: string;
  readonly asked?: RequestOrigin | undefined;
}

/**
 * Asks a new person to confirm the address, on a page that requires the password of this very sign-up. Several sign-ups
 * each have their own link.
 */
export function renderConfirmationEmail({
  url,
  storeName,
  asked,
  others = [],
}: AskedFor & { url: string; others?: readonly AskedLink[] }): AccountEmail {
  if (others.length > 0) return renderConfirmations(storeName, [{ url, asked }, ...others]);
  return renderAccountEmail({
    subject: "Confirm your e-mail address",
    opening: `Welcome to ${productName}. Confirm this address, with the password you chose, to open the help desk of ${unlinked(storeName)}. The link holds for 24 hours.`,
    button: "Confirm e-mail address",
    url,
    closing: `${whereAsked("Somebody signed up", asked)}If it was not you, ignore this mail and nothing will happen: without the password that was chosen there, the link opens nothing.`,
  });
}

function renderConfirmations(storeName: string, links: readonly AskedLink[]): AccountEmail {
  const [first, ...more] = links.map(({ url, asked }) => ({
    before: whereAsked("Somebody signed up", asked).trim(),
    button: "Confirm this sign-up",
    url,
  }));
  return renderAccountEmail({
    subject: "Confirm your e-mail address",
    opening: `Welcome to ${productName}. ${links.length} times somebody signed up with this address. Confirm the sign-up that was yours, with the password you chose for it, to open the help desk of ${unlinked(storeName)}. The links hold for 24 hours, and confirming one ends the others.`,
    button: "Confirm this sign-up",
    url: "",
    ...first,
    more,
    closing:
      "Those that were not yours need nothing from you: without the password that was chosen there, a link opens nothing.",
  });
}

/**
 * Warns the owner of an address that it was used for another sign-up. The screen answers as for a new address, so only
 * the owner learns that there is an account.
 */
export function renderExistingAccountEmail({ signInUrl, asked }: AskedFor & { signInUrl: string }): AccountEmail {
  return renderAccountEmail({
    subject: `You already have a ${productName} account`,
    opening: `Somebody signed up for ${productName} with your e-mail address. You already have an account, so no new one was made.`,
    button: "Sign in",
    url: signInUrl,
    closing: `${whereAsked("Somebody signed up", asked)}If it was not you, you need do nothing: your account and your password are unchanged. If you forgot your password, ask for a link at the sign-in.`,
  });
}

/** Sends the link to choose another password. */
export function renderPasswordResetEmail({ url, storeName, asked }: AskedFor & { url: string }): AccountEmail {
  return renderAccountEmail({
    subject: `Choose a new ${productName} password`,
    opening: `Choose a new password for your account at ${unlinked(storeName)}. The link holds for one hour and works once; you are then signed out everywhere.`,
    button: "Choose a new password",
    url,
    closing: `${whereAsked("Somebody asked for this link", asked)}If it was not you, ignore this mail: your password is unchanged.`,
  });
}

type InvitedBy = AskedFor & { readonly inviterName: string };

/** Invites a person to a store's help desk, by a page where they choose name and password. */
export function renderInvitationEmail({
  url,
  storeName,
  inviterName,
  asked,
}: InvitedBy & { url: string }): AccountEmail {
  return renderAccountEmail({
    subject: `You are invited to the help desk of ${unlinked(storeName)}`,
    opening: `${unlinked(inviterName)} invites you to the help desk of ${unlinked(storeName)} on ${productName}. Choose your name and a password to join. The link holds for 7 days.`,
    button: "Accept the invitation",
    url,
    closing: `${whereAsked("You were invited", asked)}If you do not know who invites you, ignore this mail and nothing will happen.`,
  });
}

/**
 * Tells a person with an account elsewhere that this address cannot accept the invitation; the inviting person is not
 * told.
 */
export function renderKnownInvitationEmail({
  signInUrl,
  storeName,
  inviterName,
  asked,
}: InvitedBy & { signInUrl: string }): AccountEmail {
  return renderAccountEmail({
    subject: `You are invited to the help desk of ${unlinked(storeName)}`,
    opening: `${unlinked(inviterName)} invites you to the help desk of ${unlinked(storeName)} on ${productName}. You already have an account with this e-mail address, and an account belongs to one store: to join, ask to be invited with another address.`,
    button: "Sign in to your account",
    url: signInUrl,
    closing: `${whereAsked("You were invited", asked)}Your account is unchanged, and whoever invited you is not told that you have one.`,
  });
}

/** Confirms a changed password, with when and where; has no link that changes anything. */
export function renderPasswordChangedEmail(to: AskedFor & { signInUrl: string }): AccountEmail {
  return renderAccountEmail({
    subject: `Your ${productName} password was changed`,
    opening: `The password of your ${productName} account at ${unlinked(to.storeName)} was changed. You were signed out everywhere else.`,
    button: "Sign in",
    url: to.signInUrl,
    closing: `${whereAsked("It was done", to.asked)}If it was you, you need do nothing. If it was not, tell an administrator of your store at once.`,
  });
}

const askedAt = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });

/** A sentence with the time and origin of a request; empty where they are unknown. */
export function whereAsked(what: string, asked: RequestOrigin | undefined): string {
  if (asked === undefined) return "";
  // Newer ICU puts a narrow no-break space before AM and PM, which old mail programs show as a box.
  const time = askedAt.format(new Date(asked.at)).replaceAll("\u202f", " ");
  const from = asked.ip === null ? "" : `, from the address ${asked.ip}`;
  const device = asked.device.replace(/^Unknown /, "an unknown ");
  return `${what} on ${time} (UTC) with ${device}${from}. `;
}

/**
 * Tells an admin that a customer asked the store for their data: whose, by when (as 2026-12-22), where they are here,
 * and where each file is downloaded.
 */
export function renderDataRequestEmail(to: {
  url: string;
  storeName: string;
  customerEmail: string;
  number: string;
  dueOn: string;
  downloads: readonly string[];
}): AccountEmail {
  const person = to.customerEmail === "" ? "A customer" : `The customer ${to.customerEmail}`;
  const number = to.number === "" ? "" : ` (request ${to.number})`;
  const kept =
    to.downloads.length === 0
      ? `${productName} keeps nothing under that customer's address.`
      : `Everything that ${productName} keeps of them (profile, orders, tickets, messages, mails) is in this file, which administrators can download: ${to.downloads.join(" ")}`;
  return renderAccountEmail({
    subject: "A customer asked for their data",
    opening: `${person} asked ${unlinked(to.storeName)} for the data that is kept of them${number}. Send it to them by ${to.dueOn}. ${kept}`,
    button: `Open ${productName}`,
    url: to.url,
    closing: "Shopify passed this request on to every app of your store. Other apps tell you of theirs by themselves.",
  });
}

interface LinkButton {
  /** The text above the button. */
  readonly before?: string;
  readonly button: string;
  readonly url: string;
}

interface Parts extends LinkButton {
  readonly subject: string;
  readonly opening: string;
  /** Further buttons. */
  readonly more?: readonly LinkButton[];
  readonly closing: string;
}

const buttonColor = "#4c5bd4";

/** Renders a mail of a sentence, usually one button, and what to do if it was not you. */
export function renderAccountEmail({ subject, opening, more = [], closing, ...first }: Parts): AccountEmail {
  const buttons = [first, ...more];
  const content = html`<p style="${styles.text}">${opening}</p>
${buttons.map(buttonHtml)}
<p style="${styles.quiet};margin:16px 0 0">${closing}</p>`;
  return {
    subject,
    html: mailDocument(
      subject,
      opening,
      mailHeader(productBranding, subject),
      band({ color: colors.card, padding: "24px 32px" }, content),
    ),
    text: `${[opening, ...buttons.map(buttonText), closing].join("\n\n")}\n`,
  };
}

function buttonText({ before = "", button, url }: LinkButton): string {
  return `${before === "" ? "" : `${before}\n\n`}${button}:\n${url}`;
}

function buttonHtml({ before = "", button, url }: LinkButton): Html {
  // Outlook knows no padding of links: it gives the cell one of its own.
  return html`${
    before === ""
      ? html``
      : html`<p style="${styles.text};margin:24px 0 12px">${before}</p>
`
  }<table border="0" cellpadding="0" cellspacing="0" role="presentation"><tbody><tr>
<td bgcolor="${buttonColor}" style="border-radius:8px;mso-padding-alt:12px 24px">
<a href="${url}" target="_blank" style="display:inline-block;padding:12px 24px;border-radius:8px;background-color:${buttonColor};color:${readableOn(buttonColor)};font-size:16px;font-weight:600;line-height:19px;text-decoration:none">${button}</a>
</td>
</tr></tbody></table>
<p style="${styles.quiet};margin:24px 0 0">If the button does not work, open this address:</p>
<p style="${styles.quiet}">${linkedText(url)}</p>`;
}
