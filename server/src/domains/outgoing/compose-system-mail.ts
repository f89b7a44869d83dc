import { adminUrl } from "@deskhand/contract/admin/sections";
import { feedbackTypes } from "@deskhand/contract/vocabulary";
import { productName, renderAddressCheckEmail, renderFeedbackEmail, renderForwardingTestEmail } from "@deskhand/email";
import * as z from "zod";
import type { OutgoingMail } from "../../platform/mailer/mailer.ts";
import type { Settings } from "../../platform/settings.ts";
import { loopHeader } from "./reply-headers.ts";
import { loopMark, mailKey, probeLinkToken, probeMark, replyAddress } from "./signed-address.ts";

/** Says of a mail that it tests the forwarding; programs on the way may take it off. */
export const probeHeader = "X-Deskhand-Test";

/** Nothing secret: whoever reads the row must not be able to answer for the address. */
const probeDetailsSchema = z.object({ probeId: z.string() });
export type ProbeDetails = z.infer<typeof probeDetailsSchema>;

export const probeKinds = ["forwarding_test", "address_check"] as const;
export type ProbeKind = (typeof probeKinds)[number];

type Sender = Pick<Settings, "mailDomain" | "publicUrl" | "secret">;
type StoredProbe = {
  kind: ProbeKind;
  to: string;
  mailMessageId: string;
  details: unknown;
  clientCode: string;
  storeName: string;
};

/** The address that tests come from; nobody reads there. */
export function probeSender(mailDomain: string): string {
  return `forwarding-test@${mailDomain}`;
}

/**
 * Makes a mail that tests a store's forwarding, or asks whether an address is the store's own; its mark stands in its
 * header, subject and both texts, because forwarders rewrite much (docs/product.md#testing-the-forwarding).
 */
export function composeProbe(sender: Sender, mail: StoredProbe): OutgoingMail {
  const key = mailKey(sender.secret);
  const { probeId } = probeDetailsSchema.parse(mail.details);
  return made(sender, mail, { probeId, mark: probeMark(key, probeId), linkToken: probeLinkToken(key, probeId) });
}

/** The same mail to be looked at: whoever reads its mark or link could answer for the address. */
export function composeProbeWithoutMark(sender: Sender, mail: StoredProbe): OutgoingMail {
  const { probeId } = probeDetailsSchema.parse(mail.details);
  return made(sender, mail, { probeId, mark: "withheld", linkToken: "withheld" });
}

type Marks = { probeId: string; mark: string; linkToken: string };

function made({ mailDomain, publicUrl, secret }: Sender, mail: StoredProbe, marks: Marks): OutgoingMail {
  const key = mailKey(secret);
  const { probeId, mark, linkToken } = marks;
  const isTest = mail.kind === "forwarding_test";
  const about = { storeName: mail.storeName, mark };
  const url = publicUrl + adminUrl("email", { setup: "integration", confirm: linkToken });
  return {
    messageId: mail.mailMessageId,
    from: { name: "Deskhand", address: probeSender(mailDomain) },
    to: mail.to,
    // What comes back of a check must not reach the store by another way than the forwarding: it carries the mark and the link.
    returnPath: isTest
      ? replyAddress(key, mailDomain, {
          clientCode: mail.clientCode,
          ticketId: probeId,
          sending: { place: 0, resends: 0 },
        })
      : `no-reply@${mailDomain}`,
    ...(isTest ? renderForwardingTestEmail(about) : renderAddressCheckEmail({ ...about, url })),
    headers: {
      [loopHeader]: loopMark(key, mailDomain),
      [probeHeader]: mark,
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "All",
    },
  };
}

const feedbackDetailsSchema = z.object({
  type: z.enum(feedbackTypes),
  message: z.string(),
  /** Where an answer is to go, as it was entered. */
  email: z.string(),
  userName: z.string(),
  userEmail: z.string(),
});
export type FeedbackDetails = z.infer<typeof feedbackDetailsSchema>;

type StoredFeedback = {
  to: string;
  mailMessageId: string;
  details: unknown;
  clientCode: string;
  storeName: string;
};

/** Makes the mail that brings somebody's feedback to whoever runs the installation, who answers it by a reply. */
export function composeFeedback(
  { mailDomain, secret }: Pick<Settings, "mailDomain" | "secret">,
  { to, mailMessageId, details: stored, clientCode, storeName }: StoredFeedback,
): OutgoingMail {
  const details = feedbackDetailsSchema.parse(stored);
  const nobody = `no-reply@${mailDomain}`;
  // As it was entered it may be anything.
  const answersTo = z.email().max(320).safeParse(details.email).data;
  return {
    messageId: mailMessageId,
    from: { name: productName, address: nobody },
    to,
    ...(answersTo !== undefined && { replyTo: answersTo }),
    // The store can do nothing about a mailbox that is not its own.
    returnPath: nobody,
    ...renderFeedbackEmail({ ...details, clientCode, storeName }),
    headers: {
      [loopHeader]: loopMark(mailKey(secret), mailDomain),
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "All",
    },
  };
}
