import { defaultCustomerName } from "@deskhand/contract/limits";
import { Hr } from "@react-email/hr";
import { render } from "@react-email/render";
import { Text } from "@react-email/text";
import { createElement, type ReactElement } from "react";
import { band } from "./band.ts";
import type { Branding } from "./branding.ts";
import { linkedText } from "./linked-text.ts";
import { mailFrame } from "./mail-frame.ts";
import { mailHeader } from "./mail-header.ts";
import { opensWithGreeting } from "./opens-with-greeting.ts";
import { quoteHeading } from "./quote-heading.ts";
import { replyText } from "./reply-text.ts";
import { colors, styles } from "./styles.ts";

/** An agent's answer, as the mail to the customer needs it. All texts are plain text, except the signature. */
export interface ReplyEmail {
  readonly branding: Branding;
  /** As shown everywhere: 'Ticket: 0001'. */
  readonly ticketLabel: string;
  /** Blank or null becomes 'Valued Customer' (spec part 1, section 9). */
  readonly customerName: string | null;
  readonly authorName: string;
  readonly content: string;
  /** The message that is answered. */
  readonly quoted?: { readonly authorName: string; readonly date: Date; readonly text: string } | undefined;
  /** One sentence about files that could not be attached, and the like. */
  readonly attachmentsNote?: string | undefined;
}

/** Both parts of a reply to a customer, in the store's look (spec part 2, section 2.4: Live Preview). */
export async function renderReplyEmail(reply: ReplyEmail): Promise<{ html: string; text: string }> {
  const named = { ...reply, customerName: reply.customerName?.trim() || defaultCustomerName };
  return { html: await render(replyDocument(named)), text: replyText(named) };
}

function replyDocument(reply: ReplyEmail & { customerName: string }): ReactElement {
  const { branding, quoted } = reply;
  return mailFrame(
    `${reply.ticketLabel} – ${branding.senderName}`,
    reply.content.replace(/\s+/g, " ").trim(),
    mailHeader(branding, "Customer Support Platform", ticketLine(reply.ticketLabel)),
    band(
      { color: colors.card, padding: "24px 32px" },
      !opensWithGreeting(reply.content) && createElement(Text, { style: styles.text }, `Hello ${reply.customerName},`),
      createElement(Text, { style: styles.text }, ...linkedText(reply.content)),
      createElement(Text, { style: { ...styles.text, fontWeight: 600 } }, reply.authorName),
      reply.attachmentsNote && createElement(Text, { style: styles.quiet }, ...linkedText(reply.attachmentsNote)),
      createElement(Hr, { style: styles.line }),
      signature(branding.signatureHtml),
      quoted &&
        createElement(
          "blockquote",
          { style: styles.quote },
          createElement(Text, { style: styles.quiet }, quoteHeading(quoted.authorName, quoted.date)),
          createElement(Text, { style: styles.quiet }, ...linkedText(quoted.text)),
        ),
    ),
    band(
      { color: colors.page, padding: "16px 32px" },
      createElement(
        Text,
        { style: { ...styles.quiet, margin: 0, textAlign: "center" } },
        `This is an automated response from ${branding.senderName}`,
      ),
    ),
  );
}

function ticketLine(label: string): ReactElement {
  const pill = {
    display: "inline-block",
    padding: "2px 12px",
    marginLeft: "8px",
    border: "1px solid currentColor",
    borderRadius: "999px",
    fontSize: "12px",
    fontWeight: 700,
    letterSpacing: "0.05em",
  };
  return createElement(
    Text,
    { style: { margin: "12px 0 0", fontSize: "14px", lineHeight: "24px", color: "inherit" } },
    label,
    " ",
    createElement("span", { style: pill }, "SUPPORT REPLY"),
  );
}

function signature(html: string): ReactElement {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a signature is HTML by definition; the caller has sanitised it.
  return createElement("div", { style: styles.text, dangerouslySetInnerHTML: { __html: html } });
}
