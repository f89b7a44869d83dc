import { insertFeedback, selectFeedbackByKey } from "../../domains/feedback/feedback.queries.ts";
import { newId } from "../../platform/db/ids.ts";
import { example } from "./examples.ts";

example(selectFeedbackByKey).is(({ agent, replyKey }) => [agent.userId, replyKey]);
example(insertFeedback).is(({ owner, secret }) => [
  {
    ...{ id: newId(), userId: owner.userId, userEmail: owner.email, type: "bug" },
    ...{ message: secret, email: owner.email, idempotencyKey: null },
  },
]);
