import { type ProductMailKind, productMailKinds } from "@deskhand/contract/mail/mail-kinds";
import { type AccountEmail, productName } from "@deskhand/email";
import type { OutgoingMail } from "../../platform/mailer/mailer.ts";
import { QuestionOfEach } from "../../platform/questions.ts";
import type { Settings } from "../../platform/settings.ts";
import { loopHeader } from "./reply-headers.ts";
import { loopMark, mailKey } from "./signed-address.ts";

/** What such a mail is rendered of: what its domain stored with it, and whose it is. */
export type Stored = { details: unknown; storeName: string; clientCode: string; publicUrl: string };

/** How a domain renders a mail of its own to the store's people, or to the operator: the same on every try. */
export type ProductMail = {
  render(stored: Stored): AccountEmail & { replyTo?: string | undefined };
  /** Whether a bounce shows in the store's mail log; else nobody gets it, as the store could do nothing about it. */
  bouncesToStore: boolean;
};

/** How the mails of each of these kinds are rendered. */
export const productMails = new QuestionOfEach<ProductMailKind, ProductMail>(
  "how a mail is rendered of the kind",
  productMailKinds,
);

export function isProductMail(kind: string): kind is ProductMailKind {
  return productMailKinds.some((each) => each === kind);
}

type Sender = Pick<Settings, "mailDomain" | "publicUrl" | "secret">;
type QueuedProductMail = { kind: ProductMailKind; to: string; mailMessageId: string; details: unknown };
type Store = { storeName: string; clientCode: string; supportEmail: string };

/** Composes such a mail, which no program is to answer. */
export function composeProductMail(
  { mailDomain, publicUrl, secret }: Sender,
  { kind, to, mailMessageId, details }: QueuedProductMail,
  { storeName, clientCode, supportEmail }: Store,
): OutgoingMail {
  const { render, bouncesToStore } = productMails.of(kind);
  const { replyTo, ...parts } = render({ details, storeName, clientCode, publicUrl });
  const noReply = `no-reply@${mailDomain}`;
  return {
    messageId: mailMessageId,
    from: { name: productName, address: noReply },
    to,
    ...(replyTo !== undefined && { replyTo }),
    returnPath: bouncesToStore ? supportEmail : noReply,
    ...parts,
    headers: {
      [loopHeader]: loopMark(mailKey(secret), mailDomain),
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "All",
    },
  };
}
