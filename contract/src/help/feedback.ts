import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { among } from "../errors.ts";
import { limits } from "../limits.ts";
import { id, noBlank, oneLine, tooLong, trimmedText, typedText } from "../page.ts";
import { feedbackTypes } from "../vocabulary.ts";

/** What people tell the operator of the installation (docs/product.md#feedback). */
export const feedback = {
  /** Stores the feedback, and mails it if there is an address for it. A second request with the same key does nothing more. */
  submit: endpoint("feedback:send", "POST", "/submit-feedback")
    .errors(among("too_much_feedback"))
    .input(
      z.object({
        type: z.enum(feedbackTypes),
        message: trimmedText("Message", limits.feedbackLength, "Message is required"),
        /** Where to answer, as entered; by default the sender. */
        email: typedText()
          .max(limits.emailAddressLength, tooLong("Email", limits.emailAddressLength))
          .transform((text) => oneLine(noBlank(text)))
          .nullish(),
        idempotencyKey: id.optional(),
      }),
    )
    .output(z.object({ id })),
};
