import { adminUrl } from "@deskhand/contract/admin/sections";
import { renderAddressCheckEmail, renderForwardingTestEmail } from "@deskhand/email";
import * as z from "zod";
import type { OutgoingMail } from "../../platform/mailer/mailer.ts";
import type { Settings } from "../../platform/settings.ts";
import { loopHeader } from "./reply-headers.ts";
import { loopMark, mailKey, probeLinkToken, probeMark, replyAddress } from "./signed-address.ts";

/** Marks a forwarding test; programs on the way may remove it. */
export const probeHeader = "X-Deskhand-Test";

/** Nothing secret, as a reader of the row must not be able to confirm the address. */
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

/** Returns the sender address of tests, which nobody reads. */
export function probeSender(mailDomain: string): string {
  return `forwarding-test@${mailDomain}`;
}

/**
 * Composes a mail that tests a store's forwarding, or confirms that an address is the store's own. Its mark is in the header, subject and
 * both texts, as forwarders rewrite a lot (docs/product.md#testing-the-forwarding).
 */
export function composeProbe(sender: Sender, mail: StoredProbe): OutgoingMail {
  const key = mailKey(sender.secret);
  const { probeId } = probeDetailsSchema.parse(mail.details);
  return composeMarked(sender, mail, {
    probeId,
    mark: probeMark(key, probeId),
    linkToken: probeLinkToken(key, probeId),
  });
}

/** Composes the same mail for display, without its mark and link, as with these a reader could confirm the address. */
export function composeProbeWithoutMark(sender: Sender, mail: StoredProbe): OutgoingMail {
  const { probeId } = probeDetailsSchema.parse(mail.details);
  return composeMarked(sender, mail, { probeId, mark: "withheld", linkToken: "withheld" });
}

type Marks = { probeId: string; mark: string; linkToken: string };

function composeMarked({ mailDomain, publicUrl, secret }: Sender, mail: StoredProbe, marks: Marks): OutgoingMail {
  const key = mailKey(secret);
  const { probeId, mark, linkToken } = marks;
  const isTest = mail.kind === "forwarding_test";
  const about = { storeName: mail.storeName, mark };
  const url = publicUrl + adminUrl("email", { setup: "integration", confirm: linkToken });
  return {
    messageId: mail.mailMessageId,
    from: { name: "Deskhand", address: probeSender(mailDomain) },
    to: mail.to,
    // A bounced check may reach the store by the forwarding only, as it contains the mark and the link.
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
