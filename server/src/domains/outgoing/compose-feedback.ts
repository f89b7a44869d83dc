import { feedbackTypes } from "@deskhand/contract/vocabulary";
import { productName, renderFeedbackEmail } from "@deskhand/email";
import * as z from "zod";
import type { OutgoingMail } from "../../platform/mailer/mailer.ts";
import type { Settings } from "../../platform/settings.ts";
import { loopHeader } from "./reply-headers.ts";
import { loopMark, mailKey } from "./signed-address.ts";

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
