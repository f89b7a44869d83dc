import { incidentLimits } from "@deskhand/contract/desk/incident-limits";
import type { PreviewedAnswer } from "@deskhand/contract/desk/incidents";
import { placeholderNames, placeholders } from "@deskhand/contract/desk/placeholders";
import { limits } from "@deskhand/contract/limits";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { api } from "../../lib/api.ts";
import { counted } from "../../lib/format.ts";
import { newKey } from "../../lib/new-key.ts";
import { failsOffline } from "../../lib/retries.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { useForm } from "../../screens/use-form.ts";
import { useLeaving } from "../../screens/use-leaving.tsx";
import { Button } from "../../ui/button.tsx";
import { Field, InputField } from "../../ui/form/field.tsx";
import { CharacterCount, Textarea } from "../../ui/form/textarea.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { AnswerPreview } from "./answer-preview.tsx";

interface AnswerDialogProps {
  /** Null for stalled parcels. */
  incidentId: string | null;
  ticketIds: readonly string[];
  orderIds: readonly string[];
  /** Called with the answer that is being sent. */
  onSent?: (answerId: string) => void;
  onClose: () => void;
}

/** Writes one answer for many: first its text, then a look at what each would get, then it is sent. */
export function AnswerDialog({ incidentId, ticketIds, orderIds, onSent, onClose }: AnswerDialogProps) {
  const formId = useId();
  const cache = useQueryClient();
  const [content, setContent] = useState("");
  const [subject, setSubject] = useState("News of your order {{order.name}}");
  const [idempotencyKey] = useState(newKey);
  // Whom it was written for when the dialog opened: the lists below may change meanwhile.
  const [to] = useState({ ticketIds, orderIds });
  const { close, question } = useLeaving("answer", content !== "", onClose);
  const look = useMutation({
    ...failsOffline,
    mutationFn: () => inPortions(to, (some) => api.incidents.preview.call({ content, subject, ...some })),
  });
  const leaving = look.data?.filter(({ held }) => held === null) ?? [];
  const send = useMutation({
    ...failsOffline,
    mutationFn: () =>
      api.incidents.answer.call({ incidentId, content, subject, recipients: leaving.map(lookedAt), idempotencyKey }),
    onSuccess({ id }) {
      void cache.invalidateQueries({ queryKey: api.incidents.key() });
      onSent?.(id);
      onClose();
    },
  });
  const form = useForm<"content" | "subject">({
    save: look,
    send: () => look.mutate(),
    check: () => (content.trim() === "" ? { content: "Write the answer first" } : {}),
  });
  const count = to.ticketIds.length + to.orderIds.length;
  return (
    <Dialog
      title={look.data === undefined ? "One Answer for Each" : "What Each Would Get"}
      onClose={close}
      footer={
        look.data === undefined ? (
          <>
            <Button onClick={close}>Cancel</Button>
            <Button type="submit" form={formId} variant="primary" busy={look.isPending} busyText="Filling in...">
              Look at Each
            </Button>
          </>
        ) : (
          <>
            <Button disabled={send.isPending} onClick={look.reset}>
              Back to the Text
            </Button>
            <Button
              variant="primary"
              data-autofocus
              disabled={leaving.length === 0}
              busy={send.isPending}
              busyText="Sending..."
              onClick={() => send.mutate()}
            >
              Send to {leaving.length.toLocaleString("en-US")}
            </Button>
          </>
        )
      }
    >
      {look.data === undefined ? (
        <form {...form.props} id={formId} className="flex flex-col gap-4">
          <FailureBanner error={form.failure} title="It could not be filled in" onDismiss={form.clear} />
          <p className="text-soft">
            To {counted(count, "customer")}. Each gets it filled in from their own order, on their own ticket.
          </p>
          {to.orderIds.length > 0 && (
            <InputField
              label="Subject of new tickets"
              required
              maxLength={limits.ticketSubjectLength}
              value={subject}
              error={form.faults.subject}
              readOnly={look.isPending}
              onChange={({ target }) => {
                setSubject(target.value);
                form.edited();
              }}
            />
          )}
          <Field
            label="Answer"
            required
            error={form.faults.content}
            aside={<CharacterCount count={content.length} limit={limits.replyLength} />}
          >
            {(control) => (
              <Textarea
                {...control}
                data-autofocus
                rows={8}
                placeholder="Hello {{customer.first_name}}, ..."
                value={content}
                readOnly={look.isPending}
                onChange={({ target }) => {
                  setContent(target.value);
                  form.edited();
                }}
              />
            )}
          </Field>
          <details className="text-sm">
            <summary className="cursor-pointer text-soft">Placeholders</summary>
            <ul className="mt-2 flex flex-wrap gap-1.5">
              {placeholderNames.map((name) => (
                <li key={name}>
                  <Button
                    size="sm"
                    title={placeholders[name]}
                    onClick={() => setContent((text) => `${text}{{${name}}}`)}
                  >
                    {name}
                  </Button>
                </li>
              ))}
            </ul>
          </details>
        </form>
      ) : (
        <>
          <FailureBanner error={send.error} title="It was not sent" onDismiss={send.reset} />
          <AnswerPreview items={look.data} />
        </>
      )}
      {question}
    </Dialog>
  );
}

type Recipients = { ticketIds: readonly string[]; orderIds: readonly string[] };

/** Has the answer filled in for each, some in one request. */
async function inPortions(
  { ticketIds, orderIds }: Recipients,
  preview: (some: { ticketIds: string[]; orderIds: string[] }) => Promise<{ items: PreviewedAnswer[] }>,
): Promise<PreviewedAnswer[]> {
  const shown: PreviewedAnswer[] = [];
  for (const some of portionsOf(ticketIds)) shown.push(...(await preview({ ticketIds: some, orderIds: [] })).items);
  for (const some of portionsOf(orderIds)) shown.push(...(await preview({ ticketIds: [], orderIds: some })).items);
  return shown;
}

function portionsOf(ids: readonly string[]): string[][] {
  const size = incidentLimits.answersPreviewed;
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, at) => ids.slice(at * size, (at + 1) * size));
}

function lookedAt({ ticketId, orderId, digest, lastSeenMessageId }: PreviewedAnswer) {
  const looked = { digest, lastSeenMessageId };
  return ticketId === null ? { orderId: orderId ?? "", ...looked } : { ticketId, ...looked };
}
