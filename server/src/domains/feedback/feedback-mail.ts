import { feedbackTypes } from "@deskhand/contract/vocabulary";
import { renderFeedbackEmail } from "@deskhand/email";
import * as z from "zod";
import type { ProductMail } from "../outgoing/index.ts";

const feedbackDetailsSchema = z.object({
  type: z.enum(feedbackTypes),
  message: z.string(),
  /** The address for an answer, as entered. */
  email: z.string(),
  userName: z.string(),
  userEmail: z.string(),
});
export type FeedbackDetails = z.infer<typeof feedbackDetailsSchema>;

/** The mail with a person's feedback to the operator, who answers it with a reply. */
export const feedbackMail: ProductMail = {
  render({ details: stored, storeName, clientCode }) {
    const details = feedbackDetailsSchema.parse(stored);
    // The entered text may be no address.
    const replyTo = z.email().max(320).safeParse(details.email).data;
    return { ...renderFeedbackEmail({ ...details, clientCode, storeName }), replyTo };
  },
  // A store could do nothing about a bounce of the operator's mailbox.
  bouncesToStore: false,
};
