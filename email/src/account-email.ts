import { Button } from "@react-email/button";
import { render } from "@react-email/render";
import { Text } from "@react-email/text";
import { createElement, type ReactElement } from "react";
import { band } from "./band.ts";
import { productBranding } from "./branding.ts";
import { linkedText } from "./linked-text.ts";
import { mailFrame } from "./mail-frame.ts";
import { mailHeader } from "./mail-header.ts";
import { readableOn } from "./readable-on.ts";
import { colors, styles } from "./styles.ts";

export interface AccountEmail {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

interface Parts {
  readonly subject: string;
  readonly opening: string;
  readonly button: string;
  readonly url: string;
  readonly closing: string;
}

/** A mail of Deskhand's own about somebody's account: a sentence, one button, and what to do if it was not you. */
export async function renderAccountEmail(parts: Parts): Promise<AccountEmail> {
  const text = `${parts.opening}\n\n${parts.button}:\n${parts.url}\n\n${parts.closing}\n`;
  return { subject: parts.subject, html: await render(accountDocument(parts)), text };
}

function accountDocument({ subject, opening, button, url, closing }: Parts): ReactElement {
  return mailFrame(
    subject,
    opening,
    mailHeader(productBranding, subject),
    band(
      { color: colors.card, padding: "24px 32px" },
      createElement(Text, { style: styles.text }, opening),
      createElement(Button, { href: url, style: buttonStyle }, button),
      createElement(
        Text,
        { style: { ...styles.quiet, margin: "24px 0 0" } },
        "If the button does not work, open this address:",
      ),
      createElement(Text, { style: styles.quiet }, ...linkedText(url)),
      createElement(Text, { style: { ...styles.quiet, margin: "16px 0 0" } }, closing),
    ),
  );
}

const buttonColor = "#4c5bd4";

const buttonStyle = {
  padding: "12px 24px",
  borderRadius: "8px",
  backgroundColor: buttonColor,
  color: readableOn(buttonColor),
  fontSize: "16px",
  fontWeight: 600,
};
