import { trimWritten } from "@deskhand/contract/desk/trim-written";
import { tooManyRecipients } from "@deskhand/contract/desk/whom";
import { limits } from "@deskhand/contract/limits";
import type { Message } from "@deskhand/contract/messages";
import type { Mailbox } from "@deskhand/contract/recipients";
import type { TicketDetail } from "@deskhand/contract/tickets";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { namesOf } from "../../../entities/person/mailbox-words.ts";
import { refreshTicket } from "../../../entities/ticket/ticket-queries.ts";
import { api } from "../../../lib/api.ts";
import { draftKey, readFields, useDraft } from "../../../lib/drafts.ts";
import { newKey } from "../../../lib/new-key.ts";
import { failsOffline } from "../../../lib/retries.ts";
import { useSession } from "../../../lib/session.ts";
import { announce } from "../../../ui/announcer.tsx";
import { showToast } from "../../../ui/overlay/show-toast.ts";
import { wentTo, wentToWords } from "../sending/kept-replies.ts";
import { isMailboxes } from "./kept-recipients.ts";
import type { RecipientsFault } from "./recipient-rows.tsx";
import { useIsKnown } from "./use-found-people.ts";

type Faults = Record<"content" | "messages", string | undefined> & { whom: RecipientsFault | null };
const noFaults: Faults = { whom: null, content: undefined, messages: undefined };

interface ForwardSetting {
  ticket: TicketDetail;
  /** The message selected first; undefined for none. */
  message: Message | undefined;
  onDone: () => void;
}

/**
 * Forwards messages of a ticket once. The draft stays in this browser until they went
 * (docs/product.md#forwarding-messages).
 */
export function useForward({ ticket, message, onDone }: ForwardSetting) {
  const cache = useQueryClient();
  const userId = useSession().user?.id ?? "";
  const chosenFirst = message === undefined || isTickedByHand(message) ? null : message.id;
  const [stored, store] = useDraft(draftKey(userId, "forward", ticket.id));
  const draft = readForward(stored) ?? newForward(chosenFirst);
  const latest = useRef(draft);
  latest.current = draft;
  const [isTried, setTried] = useState(false);
  // A begun forward adds the message whose Forward was pressed now.
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
        // An earlier attempt with this key went to others or with another text; later edits were not sent.
        if (!forwarded.content.startsWith(sent.content ?? "") || !wentTo(forwarded, sent.recipients)) {
          change({ key: "" });
          return showToast({
            id: "forwarded-earlier",
            title: "Your earlier attempt had been sent after all",
            message: "It is in the thread. What you changed since is kept and was not sent.",
          });
        }
        store("");
        const title = `Forwarded to ${wentToWords(forwarded, isKnown)}`;
        announce(title);
        showToast({ id: `forwarded-${forwarded.id}`, title });
        onDone();
      },
    }),
  );

  function change(part: Partial<ForwardDraft>) {
    latest.current = { ...latest.current, ...part };
    store(writeForward(latest.current));
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
    /** Forgets the draft. */
    discard() {
      store("");
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

/** A forward being written. */
interface ForwardDraft {
  content: string;
  to: Mailbox[];
  cc: Mailbox[];
  bcc: Mailbox[];
  messageIds: string[];
  withFiles: boolean;
  /** The key of a request that may have reached the server; "" before the first. */
  key: string;
}

const noRecipients: Mailbox[] = [];
const noMessages: string[] = [];
const blank: ForwardDraft = {
  content: "",
  to: noRecipients,
  cc: noRecipients,
  bcc: noRecipients,
  messageIds: noMessages,
  withFiles: true,
  key: "",
};

/** A new forward of one message, or of none, without a text. */
const newForward = (messageId: string | null): ForwardDraft => ({
  ...blank,
  messageIds: messageId === null ? [] : [messageId],
});

/** Parses a stored draft; null for none. */
function readForward(kept: string): ForwardDraft | null {
  const found = readFields(kept, blank, (value, empty) => {
    if (empty === noRecipients) return isMailboxes(value);
    if (empty === noMessages) return Array.isArray(value) && value.every((id) => typeof id === "string");
    return typeof value === typeof empty;
  });
  return found.messageIds === noMessages ? null : found;
}

/** Serializes a draft. */
const writeForward = (draft: ForwardDraft): string => JSON.stringify(draft);

/** Whether a message may contain internal text: a colleague forwarded it and could write above it. */
function isInternal({ passedOn }: Message): boolean {
  return passedOn === "forward";
}

/** Whether a message is never preselected: it may be internal, or was not sent to the whole conversation. */
function isTickedByHand(message: Message): boolean {
  return isInternal(message) || message.audience === "side";
}

/**
 * Returns warnings about forwarding a message: that it may be internal, or between whom it was when others were left
 * out.
 */
export function forwardWarnings(message: Message, storeName: string): string[] {
  const internal = isInternal(message) ? ["May hold a colleague's own words"] : [];
  if (message.audience !== "side") return internal;
  const { isFromCustomer, authorName: name, authorEmail, recipients } = message;
  const store = { email: "", name: storeName };
  const author = isFromCustomer ? [{ email: authorEmail?.toLowerCase() ?? name, name }] : [];
  const others = recipients.filter(({ isOurs, email }) => !isOurs && email !== author[0]?.email);
  // A message without people belongs to no conversation.
  if (author.length + others.length === 0) return internal;
  return [...internal, `Between ${namesOf([store, ...author, ...others])} only`];
}

/** Returns the message forwarded by default: the newest human one that the customer is on. */
export function usuallyForwarded(messages: readonly Message[]): Message | undefined {
  return messages.findLast((one) => !one.isAutomatic && !isTickedByHand(one));
}
