import { type AccountEmail, renderAccountEmail } from "./account-emails.ts";
import { productBranding, productName } from "./branding.ts";
import { html } from "./html.ts";
import { band, colors, mailDocument, mailHeader, styles } from "./layout.ts";
import { unlinked } from "./unlinked.ts";

interface About {
  readonly storeName: string;
  /** What the mail is known by when it comes back. */
  readonly mark: string;
}

/** A mail that is to come back by a store's forwarding; whoever reads it in the mailbox need do nothing. */
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

/** Asks whoever reads an address whether it is a store's own; its return by the store's forwarding answers as well as its link. */
export function renderAddressCheckEmail({ storeName, mark, url }: About & { url: string }): AccountEmail {
  return renderAccountEmail({
    subject: `Confirm this support address on ${productName} ${mark}`,
    opening: `${unlinked(storeName)} wants to use this address for its help desk on ${productName}. If forwarding is set up, this mail confirms it by itself. Otherwise open the link, signed in as an administrator of ${unlinked(storeName)}. It holds for 24 hours.`,
    button: "Confirm this address",
    url,
    closing: `If you do not know ${unlinked(storeName)}, ignore this mail and do not pass it on: nothing will happen. ${mark}`,
  });
}
