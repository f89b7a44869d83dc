import type { undoSeconds } from "@deskhand/contract/desk/desk-choices";
import type { KeptReply } from "@deskhand/contract/desk/kept-replies";
import { trimWritten } from "@deskhand/contract/desk/trim-written";
import { everybodyIn } from "@deskhand/contract/desk/whom";
import type { Message } from "@deskhand/contract/messages";
import type { Recipients } from "@deskhand/contract/recipients";
import type { TicketDetail } from "@deskhand/contract/tickets";
import type { TicketStatus } from "@deskhand/contract/vocabulary";
import { useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { refreshTicket, showTicket } from "../../../../entities/ticket/ticket-queries.ts";
import { api } from "../../../../lib/api.ts";
import type { CallError } from "../../../../lib/failure.ts";
import { failsOffline } from "../../../../lib/retries.ts";
import { useWhenDone } from "../../../../lib/use-when-done.ts";
import type { FileStore } from "../../files/file-store.ts";
import { goneUploads } from "../../files/reply-file.ts";
import type { ReplyRecipients } from "../../recipients/use-recipients.ts";
import { namesIn, showKept, wentTo, wentToWords } from "../../sending/kept-replies.ts";
import { tellOfLater } from "../../sending/use-kept-replies.ts";
import type { useAttachedResources } from "./attached-resources.tsx";
import type { useComposed } from "./use-composed.ts";

type Asked = Parameters<typeof api.messages.reply.call>[0] & { leaves: Leaves; draft: string | undefined };

interface Reply {
  content: string;
  idempotencyKey: string;
  authorId: string;
  lastSeenMessageId: string | null;
  answersId?: string | undefined;
  recipients?: Recipients;
}

const replyKey = (ticketId: string) => ["reply", ticketId];

function isReply(value: unknown): value is Reply {
  return typeof value === "object" && value !== null && "idempotencyKey" in value;
}

/** When a reply leaves: at once, once it can no longer be undone, or at a time. */
export type Leaves = { undoSeconds: (typeof undoSeconds)[number] } | { until: string };

/** Sends a reply, or has the server keep it until it leaves. */
async function ask({ leaves, draft, ...reply }: Asked): Promise<{ sent: Message | null; kept: KeptReply | null }> {
  if ("until" in leaves) return api.keptReplies.keep.call({ ...reply, ...leaves, draft });
  const { undoSeconds } = leaves;
  if (undoSeconds === 0) return { sent: await api.messages.reply.call(reply), kept: null };
  return api.keptReplies.keep.call({ ...reply, undoSeconds, draft });
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

/** Whether a kept reply has the files that were asked for; an earlier attempt may have had others. */
function isSameFiles({ files }: KeptReply, { attachmentIds = [] }: Asked): boolean {
  return files.length === attachmentIds.length && files.every(({ id }) => attachmentIds.includes(id));
}

interface ReplyParts {
  composed: ReturnType<typeof useComposed>;
  files: FileStore;
  resources: ReturnType<typeof useAttachedResources>;
  recipients: ReplyRecipients;
  userId: string;
  /**
   * `earlier-sent`: an earlier attempt with another text, other files or to others had reached the server after all; `kept`: the server
   * sends it at its time. `to` names who gets it.
   */
  onDone: (outcome: "sent" | "earlier-sent" | "kept", to: string) => void;
  onFailed: (error: CallError) => void;
  /** What is kept with it for its composer. */
  draft: () => string | undefined;
}

/**
 * Sends what is being composed, once: repeated attempts carry the same key until the server responds. A lost connection is
 * tried again while the browser has a network.
 */
export function useReply(ticketId: string, parts: ReplyParts) {
  const { composed, files, resources, recipients, userId, onDone, onFailed, draft } = parts;
  const cache = useQueryClient();
  const mutationKey = replyKey(ticketId);
  const isSending = useReplyOnItsWay(ticketId) !== undefined;
  // Why the last reply was not sent; also when the composer that sent it was closed meanwhile.
  const error = useMutationState({ filters: { mutationKey }, select: ({ state }) => state.error }).at(-1) ?? null;

  const reply = useMutation({
    mutationKey,
    ...failsOffline,
    mutationFn: ask,
    async onSuccess({ sent, kept }, asked) {
      if (sent !== null) await whenSent(sent, asked);
      else if (kept !== null) whenKept(kept, asked);
    },
    onError(error) {
      const gone = goneUploads(error);
      if (gone.length > 0) files.dropGone(gone);
      onFailed(error);
    },
  });

  async function whenSent(message: Message, asked: Asked) {
    await showTicket(cache, ticketId, (ticket) => withMessage(ticket, message));
    refreshTicket(cache, ticketId);
    const filesWent = await files.settle(asked.attachmentIds ?? []);
    const isThis = trimWritten(message.content) === asked.content && filesWent && wentTo(message, asked.recipients);
    if (!isThis) {
      composed.renewKey();
      return onDone("earlier-sent", wentToWords(message, recipients.isKnown));
    }
    composed.forget();
    resources.clear();
    recipients.clear();
    onDone("sent", wentToWords(message, recipients.isKnown));
  }

  function whenKept(kept: KeptReply, asked: Asked) {
    showKept(cache, kept);
    if (kept.isLater) tellOfLater(kept);
    const people = kept.recipients === null ? [] : everybodyIn(kept.recipients);
    const isThis =
      trimWritten(kept.content) === asked.content &&
      isSameFiles(kept, asked) &&
      wentTo({ recipients: people }, asked.recipients);
    const to = namesIn(kept) ?? "the customer";
    if (!isThis) {
      composed.renewKey();
      return onDone("earlier-sent", to);
    }
    files.handOver();
    resources.clear();
    recipients.handOver();
    composed.handOver();
    onDone("kept", to);
  }

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
    send(
      sendAnyway: boolean,
      leaves: Leaves,
      status: { thenStatus?: "pending" | "resolved"; expectedStatus: TicketStatus },
    ) {
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
        ...(recipients.channel.answers === null && { recipients: { to, cc, bcc } }),
        ...(answersId !== null && { answersId }),
        sendAnyway,
        resourceIds,
        attachmentIds,
        authorId: userId,
        leaves,
        draft: draft(),
        ...status,
      });
    },
  };
}
