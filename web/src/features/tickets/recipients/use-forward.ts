import { trimWritten } from "@deskhand/contract/desk/trim-written";
import { tooManyRecipients } from "@deskhand/contract/desk/whom";
import { limits } from "@deskhand/contract/limits";
import type { Message } from "@deskhand/contract/messages";
import type { TicketDetail } from "@deskhand/contract/tickets";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useIsKnown } from "../../../entities/person/use-is-known.ts";
import { refreshTicket } from "../../../entities/ticket/ticket-queries.ts";
import { api } from "../../../lib/api.ts";
import { draftKey, useDraft } from "../../../lib/drafts.ts";
import { newKey } from "../../../lib/new-key.ts";
import { failsOffline } from "../../../lib/retries.ts";
import { useSession } from "../../../lib/session.ts";
import { announce } from "../../../ui/announcer.tsx";
import { showToast } from "../../../ui/overlay/show-toast.ts";
import { wentTo, wentToWords } from "../sending/went-to.ts";
import { type ForwardDraft, newForward, readForward, writeForward } from "./forward-draft.ts";
import { isTickedByHand } from "./forwardable.ts";
import type { RecipientsFault } from "./recipient-rows.tsx";

type Faults = Record<"content" | "messages", string | undefined> & { whom: RecipientsFault | null };
const noFaults: Faults = { whom: null, content: undefined, messages: undefined };

interface ForwardSetting {
  ticket: TicketDetail;
  /** The message that is chosen at first; undefined for none. */
  message: Message | undefined;
  onDone: () => void;
}

/** Forwards messages of a ticket, once; what was written stays in this browser until they went (docs/product.md#forwarding-messages). */
export function useForward({ ticket, message, onDone }: ForwardSetting) {
  const cache = useQueryClient();
  const userId = useSession().user?.id ?? "";
  const chosenFirst = message === undefined || isTickedByHand(message) ? null : message.id;
  const [kept, keep] = useDraft(draftKey(userId, "forward", ticket.id));
  const draft = readForward(kept) ?? newForward(chosenFirst);
  const latest = useRef(draft);
  latest.current = draft;
  const [isTried, setTried] = useState(false);
  // One that was begun takes in the message whose Forward is pressed then.
  useEffect(() => {
    const { messageIds } = latest.current;
    if (chosenFirst !== null && !messageIds.includes(chosenFirst))
      keepLatest.current({ messageIds: [...messageIds, chosenFirst] });
  }, [chosenFirst]);
  const content = trimWritten(draft.content);

  const isKnown = useIsKnown(ticket);
  const mutation = useMutation(
    api.messages.forward.mutationOptions({
      ...failsOffline,
      onSuccess(forwarded, sent) {
        refreshTicket(cache, ticket.id);
        // An earlier attempt with this key went to others or with other words: what was changed since did not.
        if (!forwarded.content.startsWith(sent.content ?? "") || !wentTo(forwarded, sent.recipients)) {
          change({ key: "" });
          return showToast({
            id: "forwarded-earlier",
            title: "Your earlier attempt had been sent after all",
            message: "It is in the thread. What you changed since is kept and was not sent.",
          });
        }
        keep("");
        const title = `Forwarded to ${wentToWords(forwarded, isKnown)}`;
        announce(title);
        showToast({ id: `forwarded-${forwarded.id}`, title });
        onDone();
      },
    }),
  );

  function change(part: Partial<ForwardDraft>) {
    latest.current = { ...latest.current, ...part };
    keep(writeForward(latest.current));
    if (mutation.isError) mutation.reset();
  }
  const keepLatest = useRef(change);
  keepLatest.current = change;

  const faults: Faults = {
    whom: draft.to.length === 0 ? { kind: "to", fault: "Choose who gets it" } : tooManyRecipients(draft),
    content: content.length > limits.replyLength ? "Message is too long (maximum 10,000 characters)" : undefined,
    messages:
      draft.messageIds.length === 0
        ? "Choose what to forward"
        : draft.messageIds.length > limits.messagesForwarded
          ? `A forward can have ${limits.messagesForwarded} messages. Take some off`
          : undefined,
  };

  return {
    draft,
    isKnown,
    change,
    faults: isTried ? faults : noFaults,
    error: mutation.error,
    isSending: mutation.isPending,
    /** Forgets what was written. */
    discard() {
      keep("");
      onDone();
    },
    send() {
      setTried(true);
      if (Object.values(faults).some((fault) => fault !== undefined && fault !== null) || mutation.isPending) return;
      const { to, cc, bcc, messageIds, withFiles } = draft;
      const idempotencyKey = draft.key || newKey();
      change({ key: idempotencyKey });
      mutation.mutate({
        ticketId: ticket.id,
        content,
        recipients: { to, cc, bcc },
        messageIds,
        withFiles,
        idempotencyKey,
        attachmentIds: [],
        authorId: userId,
      });
    },
  };
}
