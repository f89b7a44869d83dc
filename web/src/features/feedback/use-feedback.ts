import { limits } from "@deskhand/contract/limits";
import type { FeedbackType } from "@deskhand/contract/vocabulary";
import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "../../lib/api.ts";
import { draftKey, readFields, useDraft } from "../../lib/drafts.ts";
import { newKey } from "../../lib/new-key.ts";
import { failsOffline } from "../../lib/retries.ts";

export interface FeedbackFields {
  type: FeedbackType;
  message: string;
  email: string;
}

/** Of what was sent and may have arrived; what is written differently since is sent as something else. */
const unsent = { key: "" };
const blank: FeedbackFields = { type: "feature", message: "", email: "" };

/** What somebody is writing, which is kept over closing and reloading until it was sent; `onDone` closes a while after that. */
export function useFeedback(userId: string, onDone: () => void) {
  const [kept, keep] = useDraft(draftKey(userId, "feedback", "new"));
  const { key, ...fields } = readFields(kept, { ...blank, ...unsent }, fits);
  const submit = useMutation(
    api.feedback.submit.mutationOptions({
      ...failsOffline,
      onSuccess() {
        keep("");
      },
    }),
  );
  const { isSuccess, reset } = submit;

  // biome-ignore lint/correctness/useExhaustiveDependencies: it closes once, however often this is rendered meanwhile.
  useEffect(() => {
    if (!isSuccess) return;
    const closing = setTimeout(() => {
      reset();
      onDone();
    }, limits.feedbackClosesMs);
    return () => clearTimeout(closing);
  }, [isSuccess, reset]);

  return {
    fields,
    submit,
    change(part: Partial<FeedbackFields>) {
      const changed = { ...fields, ...part };
      const isEmpty = changed.message.trim() === "" && changed.email.trim() === "";
      keep(isEmpty && changed.type === blank.type ? "" : JSON.stringify({ ...changed, ...unsent }));
    },
    send() {
      // Kept before it leaves: whoever reloads and sends it once more has it stored once.
      const idempotencyKey = key || newKey();
      keep(JSON.stringify({ ...fields, key: idempotencyKey }));
      submit.mutate({ ...fields, idempotencyKey });
    },
    /** It was closed before it closes by itself. */
    leave() {
      if (isSuccess) reset();
    },
  };
}

function fits(value: unknown, of: unknown): boolean {
  const isType = of === blank.type;
  return isType ? value === "feature" || value === "bug" : typeof value === "string";
}
