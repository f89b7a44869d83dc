import { limits } from "@deskhand/contract/limits";
import type { FeedbackType } from "@deskhand/contract/vocabulary";
import { newId } from "../../platform/db/ids.ts";
import { lockName } from "../../platform/db/lock-name.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import type { Domain } from "../../platform/domain.ts";
import { fail } from "../../platform/fail.ts";
import { api } from "../../platform/http/api.ts";
import type { Actor } from "../../platform/http/context.ts";
import type { Services } from "../../platform/services.ts";
import { productMails, queueProductMail } from "../outgoing/index.ts";
import { countFeedback, insertFeedback, selectFeedbackByKey } from "./feedback.queries.ts";
import { type FeedbackDetails, feedbackMail } from "./feedback-mail.ts";

export const feedback: Domain = {
  tables: ["feedback_submissions"],
  answers: [productMails.by({ feedback: feedbackMail })],
  routes: () => ({
    feedback: {
      submit: api.feedback.submit.handler(({ context, input }) =>
        context.withTenant((tx) => submitFeedback(tx, context.services, context.actor, input)),
      ),
    },
  }),
};

type FeedbackInput = {
  type: FeedbackType;
  message: string;
  email?: string | null | undefined;
  idempotencyKey?: string | null | undefined;
};

/**
 * Stores feedback for the installation's operator and, where they have an address, queues its mail in the same
 * transaction (docs/product.md#feedback). The same key returns the first result.
 */
async function submitFeedback(
  tx: TenantTx,
  services: Pick<Services, "jobs" | "settings">,
  { userId, email: userEmail, name: userName }: Actor,
  { type, message, email: entered, idempotencyKey = null }: FeedbackInput,
): Promise<{ id: string }> {
  // Serializes one person's feedback: a second request with the same key finds the first, and the hourly count holds.
  await lockName(tx, `feedback ${userId}`);
  const earlier = idempotencyKey === null ? undefined : await selectFeedbackByKey(tx, userId, idempotencyKey);
  if (earlier) return earlier;
  if ((await countFeedback(tx, userId)) >= limits.feedbackPerHour) throw fail("too_much_feedback");
  const email = entered || userEmail || "anonymous";
  const id = newId();
  await insertFeedback(tx, { id, userId, userEmail, type, message, email, idempotencyKey });
  const { operatorEmail } = services.settings;
  if (operatorEmail !== null) {
    const details: FeedbackDetails = { type, message, email, userName, userEmail };
    await queueProductMail(tx, services, { kind: "feedback", to: operatorEmail, details });
  }
  return { id };
}
