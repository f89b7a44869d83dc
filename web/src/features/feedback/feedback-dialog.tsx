import { limits } from "@deskhand/contract/limits";
import type { FeedbackType } from "@deskhand/contract/vocabulary";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useId } from "react";
import { api } from "../../lib/api.ts";
import { draftKey, readFields, useDraft } from "../../lib/drafts.ts";
import { type CallError, failureText } from "../../lib/failure.ts";
import { newKey } from "../../lib/new-key.ts";
import { failsOffline } from "../../lib/retries.ts";
import { useForm } from "../../screens/use-form.ts";
import { Button } from "../../ui/button.tsx";
import { Field, InputField } from "../../ui/form/field.tsx";
import { RadioList } from "../../ui/form/radio-list.tsx";
import { CharacterCount, Textarea } from "../../ui/form/textarea.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";

type FeedbackDialogProps = Omit<ReturnType<typeof useFeedback>, "leave"> & { ownEmail: string; onClose: () => void };

const types = [
  { value: "feature", label: "Feature Idea" },
  { value: "bug", label: "Bug Report" },
] as const;

const words: Record<FeedbackType, { label: string; placeholder: string }> = {
  feature: { label: "Describe your feature idea", placeholder: "What would you like to be able to do, and what for?" },
  bug: { label: "Describe the bug", placeholder: "What did you do, what happened, and what did you expect instead?" },
};

const thanks = "✓ Thank you! Your feedback has been sent successfully.";

/** From this length on, the counter is shown. */
const countedFrom = limits.feedbackLength * 0.8;

/** Takes the user's feedback; closing keeps what was written. */
export function FeedbackDialog({ fields, submit, change, send, ownEmail, onClose }: FeedbackDialogProps) {
  const formId = useId();
  const form = useForm<"message" | "email" | "type">({ save: submit, send });
  const { label, placeholder } = words[fields.type];
  const edit: typeof change = (part) => {
    change(part);
    form.edited();
  };

  return (
    <Dialog
      size="sm"
      title="Send Feedback"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            disabled={fields.message.trim() === "" || submit.isSuccess}
            busy={submit.isPending}
            busyText="Sending..."
          >
            Send Feedback
          </Button>
        </>
      }
    >
      {/* The browser validates the e-mail address. */}
      <form {...form.props} id={formId} noValidate={false} className="flex flex-col gap-4">
        <RadioList
          legend="What is it about?"
          options={types}
          value={fields.type}
          onChange={(type) => !submit.isPending && edit({ type })}
        />
        <InputField
          label="Your Email (optional)"
          hint="We'll use this to follow up if needed"
          type="email"
          autoComplete="email"
          placeholder={ownEmail}
          maxLength={limits.emailAddressLength}
          error={form.faults.email}
          value={fields.email}
          readOnly={submit.isPending}
          onChange={({ target }) => edit({ email: target.value })}
        />
        <Field
          label={label}
          error={form.faults.message}
          aside={
            fields.message.length > countedFrom && (
              <CharacterCount count={fields.message.length} limit={limits.feedbackLength} />
            )
          }
        >
          {(control) => (
            <Textarea
              {...control}
              rows={5}
              aria-required
              data-autofocus
              placeholder={placeholder}
              value={fields.message}
              readOnly={submit.isPending}
              onChange={({ target }) => edit({ message: target.value })}
            />
          )}
        </Field>
        <WhoReadsIt />
        <p role="status" className="font-medium text-green empty:hidden">
          {submit.isSuccess && thanks}
        </p>
        <NotSent error={form.failure} />
      </form>
    </Dialog>
  );
}

/** Says who receives it, before anybody writes what their admins should not read. */
function WhoReadsIt() {
  const { data } = useContacts();
  return (
    <p className="text-sm text-soft">
      It goes to whoever runs this installation.
      {data?.operatorEmail !== null && " Your store's admins can read it in the mail log."}
    </p>
  );
}

/** Fetched when the dialog opens, as it may be unavailable once something has failed. */
function useContacts() {
  return useQuery(api.help.contacts.queryOptions({ staleTime: Number.POSITIVE_INFINITY }));
}

/** Says that sending failed, whom to write to instead, and the server's reason if it gave one. */
function NotSent({ error }: { error: CallError | null }) {
  const { data } = useContacts();
  if (error === null) return null;
  const email = data?.operatorEmail ?? null;
  const isTooMuch = "code" in error && error.code === "too_much_feedback";
  return (
    <div role="alert" className="text-red break-anywhere">
      <p className="font-medium">
        ✗ Failed to send feedback. Please try again
        {email !== null && (
          <>
            {" or email us directly at "}
            <a href={`mailto:${email}`} className="rounded-tag underline">
              {email}
            </a>
          </>
        )}
      </p>
      {isTooMuch && <p className="mt-1 text-soft">{failureText(error)}</p>}
    </div>
  );
}

interface FeedbackFields {
  type: FeedbackType;
  message: string;
  email: string;
}

/** The key of a request that may have arrived; an edit gets a new key. */
const unsent = { key: "" };
const blank: FeedbackFields = { type: "feature", message: "", email: "" };

/**
 * The feedback being written, kept across closing and reloading until sent; `onDone` closes the dialog a while after.
 */
export function useFeedback(userId: string, onDone: () => void) {
  const [stored, store] = useDraft(draftKey(userId, "feedback", "new"));
  const { key, ...fields } = readFields(stored, { ...blank, ...unsent }, fits);
  const submit = useMutation(
    api.feedback.submit.mutationOptions({
      ...failsOffline,
      onSuccess() {
        store("");
      },
    }),
  );
  const { isSuccess, reset } = submit;

  // biome-ignore lint/correctness/useExhaustiveDependencies: it closes once, however often this rerenders meanwhile.
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
      store(isEmpty && changed.type === blank.type ? "" : JSON.stringify({ ...changed, ...unsent }));
    },
    send() {
      // Stored before sending, so that a reload and a second attempt store the feedback once.
      const idempotencyKey = key || newKey();
      store(JSON.stringify({ ...fields, key: idempotencyKey }));
      submit.mutate({ ...fields, idempotencyKey });
    },
    /** Called when it was closed before it closes by itself. */
    leave() {
      if (isSuccess) reset();
    },
  };
}

function fits(value: unknown, of: unknown): boolean {
  const isType = of === blank.type;
  return isType ? value === "feature" || value === "bug" : typeof value === "string";
}
