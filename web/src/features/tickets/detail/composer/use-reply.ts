import type { RuleActionSet } from "@deskhand/contract/admin/rules";
import type { ShownFinding } from "@deskhand/contract/checking/shown-findings";
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
import type { useReplyMacro } from "./reply-macro.ts";
import type { useComposed } from "./use-composed.ts";

type ReplyRequest = Parameters<typeof api.messages.reply.call>[0] & { leaves: Leaves; draft: string | undefined };

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

/** When a reply leaves: after its undo period, or at a chosen time. */
export type Leaves = { undoSeconds: (typeof undoSeconds)[number] } | { until: string };

/** Sends a reply, or has the server keep it until it leaves. */
async function ask({
  leaves,
  draft,
  ...reply
}: ReplyRequest): Promise<{ sent: Message | null; kept: KeptReply | null }> {
  if ("until" in leaves) return api.keptReplies.keep.call({ ...reply, ...leaves, draft });
  const { undoSeconds } = leaves;
  if (undoSeconds === 0) return { sent: await api.messages.reply.call(reply), kept: null };
  return api.keptReplies.keep.call({ ...reply, undoSeconds, draft });
}

/**
 * Returns the ticket's reply that is on its way to the server, even if its dialog was closed and reopened meanwhile.
 */
export function useReplyOnItsWay(ticketId: string): Reply | undefined {
  const filters = { mutationKey: replyKey(ticketId), status: "pending" as const };
  return useMutationState({ filters, select: ({ state }) => state.variables }).find(isReply);
}

function withMessage(ticket: TicketDetail, message: Message): TicketDetail {
  if (ticket.messages.some(({ id }) => id === message.id)) return ticket;
  return { ...ticket, messages: [...ticket.messages, message], messageCount: ticket.messageCount + 1 };
}

/** Whether a kept reply has the requested files; an earlier attempt may have had others. */
function isSameFiles({ files }: KeptReply, { attachmentIds = [] }: ReplyRequest): boolean {
  return files.length === attachmentIds.length && files.every(({ id }) => attachmentIds.includes(id));
}

interface ReplyParts {
  composed: ReturnType<typeof useComposed>;
  files: FileStore;
  resources: ReturnType<typeof useAttachedResources>;
  macro: ReturnType<typeof useReplyMacro>;
  recipients: ReplyRecipients;
  userId: string;
  /**
   * `earlier-sent`: an earlier attempt with another text, files or recipients had reached the server; `kept`: the
   * server sends it later. `to` names the recipients.
   */
  onDone: (outcome: "sent" | "earlier-sent" | "kept", to: string) => void;
  onFailed: (error: CallError) => void;
  /** The composer's state, stored with a kept reply. */
  draft: () => string | undefined;
  /** What the writer was shown of what differs, and what became of it. */
  shownFindings: () => ShownFinding[];
}

/**
 * Sends the composed reply once: retries reuse its key until the server responds. A lost connection is retried while
 * the browser is online.
 */
export function useReply(ticketId: string, parts: ReplyParts) {
  const { composed, files, resources, macro, recipients, userId, onDone, onFailed, draft, shownFindings } = parts;
  const cache = useQueryClient();
  const mutationKey = replyKey(ticketId);
  const isSending = useReplyOnItsWay(ticketId) !== undefined;
  // The error of the last attempt, even when the composer that sent it has closed.
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

  async function whenSent(message: Message, asked: ReplyRequest) {
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
    macro.clear();
    recipients.clear();
    onDone("sent", wentToWords(message, recipients.isKnown));
  }

  function whenKept(kept: KeptReply, asked: ReplyRequest) {
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
    macro.clear();
    recipients.handOver();
    composed.handOver();
    onDone("kept", to);
  }

  // The composer that sent may have closed before the response; the one open then shows what remains.
  useWhenDone(isSending, () => {
    composed.sync();
    resources.sync();
    macro.sync();
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
      keepsStatus: boolean,
    ) {
      // The second of two clicks comes before the button is disabled.
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
        ...(macro.value !== null && { macro: macroOf(macro.value, keepsStatus) }),
        sendAnyway,
        shownFindings: shownFindings(),
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

/** What goes along of a macro; not its status, where the writer chose to keep the ticket's. */
function macroOf({ id, actions }: { id: string; actions: RuleActionSet[] }, keepsStatus: boolean) {
  return { id, actions: keepsStatus ? actions.filter(({ action }) => action !== "set_status") : actions };
}
