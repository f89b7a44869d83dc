import type { Domain } from "../../platform/domain.ts";
import { api } from "../../platform/http/api.ts";
import { submitFeedback } from "./submit-feedback.ts";

export const feedback: Domain = {
  routes: () => ({
    feedback: {
      submit: api.feedback.submit.handler(({ context, input }) =>
        context.withTenant((tx) => submitFeedback(tx, context.services, context.actor, input)),
      ),
    },
  }),
};
