import { trimWritten } from "@deskhand/contract/desk/trim-written";
import type { Message } from "@deskhand/contract/messages";
import type { Recipients } from "@deskhand/contract/recipients";
import type { TicketDetail } from "@deskhand/contract/tickets";
import type { TicketStatus } from "@deskhand/contract/vocabulary";
import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { refreshTicket, showTicket } from "../../../../entities/ticket/ticket-queries.ts";
import { api } from "../../../../lib/api.ts";
import { failsOffline } from "../../../../lib/retries.ts";
import { useWhenDone } from "../../../../lib/use-when-done.ts";
import type { FileStore } from "../../files/file-store.ts";
import { goneUploads } from "../../files/reply-file.ts";
import type { ReplyRecipients } from "../../recipients/use-recipients.ts";
import { wentTo, wentToWords } from "../../sending/held-replies.ts";
import type { useAttachedResources } from "./attached-resources.tsx";
import type { useComposed } from "./use-composed.ts";

interface Reply {
  content: string;
  idempotencyKey: string;
  authorId: string;
  lastSeenMessageId: string | null;
  recipients?: Recipients;
}

const replyKey = (ticketId: string) => ["reply", ticketId];

function isReply(value: unknown): value is Reply {
  return typeof value === "object" && value !== null && "idempotencyKey" in value;
}

/** The reply of a ticket that is on its way to the server, also one sent before the dialog was closed and opened again. */
export function useReplyOnItsWay(ticketId: string): Reply | undefined {
  const filters = { mutationKey: replyKey(ticketId), status: "pending" as const };
  return useMutationState({ filters, select: ({ state }) => state.variables }).find(isReply);
}

function withMessage(ticket: TicketDetail, message: Message): TicketDetail {
  if (ticket.messages.some(({ id }) => id === message.id)) return ticket;
  return { ...ticket, messages: [...ticket.messages, message], messageCount: ticket.messageCount + 1 };
}

interface ReplyParts {
  composed: ReturnType<typeof useComposed>;
  files: FileStore;
  resources: ReturnType<typeof useAttachedResources>;
  recipients: ReplyRecipients;
  userId: string;
  /**
   * `earlier-sent`: an earlier attempt with another text, other files or to others had reached the server after all. `to` names who
   * got it.
   */
  onDone: (outcome: "sent" | "earlier-sent", to: string) => void;
}

/**
 * Sends what is being composed, once: repeated attempts carry the same key until the server responds. A lost connection is
 * tried again while the browser has a network.
 */
export function useReply(ticketId: string, parts: ReplyParts) {
  const { composed, files, resources, recipients, userId, onDone } = parts;
  const cache = useQueryClient();
  const mutationKey = replyKey(ticketId);
  const isSending = useReplyOnItsWay(ticketId) !== undefined;
  // Why the last reply was not sent; also when the composer that sent it was closed meanwhile.
  const error = useMutationState({ filters: { mutationKey }, select: ({ state }) => state.error }).at(-1) ?? null;

  const reply = useMutation(
    api.messages.reply.mutationOptions({
      mutationKey,
      ...failsOffline,
      async onSuccess(message, sent) {
        await showTicket(cache, ticketId, (ticket) => withMessage(ticket, message));
        refreshTicket(cache, ticketId);
        const filesWent = await files.settle(sent.attachmentIds ?? []);
        if (trimWritten(message.content) === sent.content && filesWent && wentTo(message, sent.recipients)) {
          composed.forget();
          resources.clear();
          recipients.clear();
          onDone("sent", wentToWords(message, recipients.isKnown));
        } else {
          composed.renewKey();
          onDone("earlier-sent", wentToWords(message, recipients.isKnown));
        }
      },
      onError(error) {
        const gone = goneUploads(error);
        if (gone.length > 0) files.dropGone(gone);
      },
    }),
  );

  // The composer that sent may be gone by the time of the response; whichever is there then shows what is left.
  useWhenDone(isSending, () => {
    composed.sync();
    resources.sync();
    recipients.sync();
  });

  return {
    isSending,
    error,
    clearError() {
      const mutations = cache.getMutationCache();
      for (const failed of mutations.findAll({ mutationKey, status: "error" })) mutations.remove(failed);
    },
    send(sendAnyway: boolean, status: { thenStatus?: "pending" | "resolved"; expectedStatus: TicketStatus }) {
      // A double click comes before the button is drawn disabled.
      if (cache.isMutating({ mutationKey }) > 0) return;
      const content = trimWritten(composed.text);
      const attachmentIds = files.shown().files.flatMap(({ uploadId }) => uploadId ?? []);
      const resourceIds = resources.items.map(({ id }) => id);
      const { to, cc, bcc, answersId } = recipients.chosen;
      const start = { idempotencyKey: composed.key(), lastSeenMessageId: composed.seen() };
      reply.mutate({
        ticketId,
        content,
        ...start,
        recipients: { to, cc, bcc },
        ...(answersId !== null && { answersId }),
        sendAnyway,
        resourceIds,
        attachmentIds,
        authorId: userId,
        ...status,
      });
    },
  };
}
