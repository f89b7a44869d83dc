import type { SendStatus } from "@deskhand/contract/desk/desk-choices";
import { limits } from "@deskhand/contract/limits";
import type { Message } from "@deskhand/contract/messages";
import type { TicketDetail } from "@deskhand/contract/tickets";
import { useEffect, useRef, useState } from "react";
import type { AttachedResource, ReplyDraft } from "../../../../entities/ticket/reply-draft.ts";
import { useOpenTicket } from "../../../../entities/ticket/ticket-link.tsx";
import { useDeskPreferences } from "../../../../entities/ticket/use-desk-preferences.ts";
import { useWantedComposer, wantComposer } from "../../../../entities/ticket/wanted.ts";
import { type CallError, isPassing } from "../../../../lib/failure.ts";
import { useSession } from "../../../../lib/session.ts";
import { useClearWhenOnline, useOnline } from "../../../../lib/use-online.ts";
import { typeInto } from "../../../../ui/form/type-into.ts";
import { goneUploads, sendObstacle } from "../../files/reply-file.ts";
import { useReplyFiles } from "../../files/use-reply-files.ts";
import { unreadRecipient } from "../../recipients/typed-mailboxes.ts";
import { useRecipients } from "../../recipients/use-recipients.ts";
import { besideDraft } from "../../sending/kept-replies.ts";
import { useNotSent } from "../../sending/reply-notices.ts";
import { showNotSent } from "../../sending/sending-toasts.tsx";
import { useCheck } from "../checking/use-check.ts";
import { useAttachedResources } from "./attached-resources.tsx";
import {
  differencesIn,
  movedOnMessages,
  type NewMessage,
  newerByOthers,
  replyFailureText,
  replyFault,
} from "./reply-failure.ts";
import { useReplyMacro } from "./reply-macro.ts";
import { appendBlock, missingResources, missingResourcesText } from "./reply-resources.ts";
import { useComposed } from "./use-composed.ts";
import { useFilledIn, useQuestion } from "./use-filled-in.ts";
import { useReplaced } from "./use-replaced.ts";
import { useReply } from "./use-reply.ts";

/** The outcome of the last attempt to send, or what it waits for. */
type SendState =
  | { kind: "earlier-sent" | "held-up" | "asking" | "nobody" }
  | { kind: "sent"; to: string }
  /** An error in the text. */
  | { kind: "fault"; text: string }
  /** Messages that others wrote after the reply was begun. */
  | { kind: "moved-on"; messages: NewMessage[] };

/** How to send: the ticket's new status and, if chosen, the time. */
interface SendOptions {
  status: SendStatus;
  /** Whether the status was chosen for this reply, so that it counts more than a macro's. */
  isChosen?: boolean;
  until?: string;
}

interface ComposerSetting {
  ticket: TicketDetail;
  /** The loaded messages of the thread. */
  messages: readonly Message[];
  newestShown: () => string | null;
  /** Scrolls to the messages that arrived while the reply was written. */
  onReview: () => void;
  /** Where tools show their notices. */
  above: HTMLElement | null;
  /** Called with the names of the recipients, or null for a reply kept until its time. */
  onSent: (to: string | null) => void;
}

/** The reply being composed, its files and resources, and the actions on it. */
export type ReplyInHand = ReturnType<typeof useComposer>;

/** Composes and sends a reply (docs/product.md#a-reply). */
export function useComposer({ ticket, messages, newestShown, onReview, above, onSent }: ComposerSetting) {
  const { user } = useSession();
  const userId = user?.id ?? "";
  const { preferences, change: prefer } = useDeskPreferences();
  const { openTicket } = useOpenTicket();
  const hasGoneOn = useRef(false);
  const lastOptions = useRef<SendOptions>({ status: "keep" });
  const [state, setState] = useState<SendState | null>(null);
  const [removed, setRemoved] = useState<AttachedResource | null>(null);
  const isOnline = useOnline();
  const field = useRef<HTMLTextAreaElement>(null);

  const composed = useComposed("reply", ticket.id, newestShown);
  const { files, notices: fileNotices, store } = useReplyFiles(ticket.id);
  const resources = useAttachedResources(ticket.id);
  const macro = useReplyMacro(ticket.id);
  const recipients = useRecipients({ ticket, messages, isWriting: composed.text.trim() !== "" });
  const replaced = useReplaced(ticket.id, composed.text, resources, setWhenEditable);
  const fillIn = useFilledIn(userId, ticket.id, recipients.chosen, field);
  const written = { text: composed.text, files, resources: resources.items, recipients: recipients.chosen };
  const check = useCheck(userId, ticket.id, written, field);
  const reply = useReply(ticket.id, {
    composed,
    files: store,
    resources,
    macro,
    recipients,
    userId,
    shownFindings: check.outcomes,
    draft: () =>
      besideDraft({
        recipients: recipients.chosen,
        known: recipients.known,
        told: asking.told(),
        resources: resources.items,
        macroTitle: macro.value?.title ?? "",
      }),
    onDone(outcome, to) {
      if (outcome === "earlier-sent") return setState({ kind: outcome });
      if (outcome === "sent") setState({ kind: outcome, to });
      else dropNotSent();
      leave();
      if (outcome === "sent") onSent(to);
      else if (!hasGoneOn.current) onSent(null);
    },
    onFailed(error) {
      if (hasGoneOn.current) tellElsewhere(error);
    },
  });
  const refused = differencesIn(reply.error);
  const asking = useQuestion(userId, ticket.id, {
    composed,
    recipients,
    files,
    resources,
    findings: [...check.findings, ...refused],
  });
  const { notSent, drop: dropNotSent } = useNotSent(userId, ticket.id);
  useClearWhenOnline(isOnline, reply.error, reply.clearError);

  useEffect(() => {
    if (state?.kind !== "sent") return;
    const timer = setTimeout(() => setState(null), limits.successMessageMs);
    return () => clearTimeout(timer);
  }, [state]);

  const obstacle = sendObstacle(files, isOnline);
  const newSinceReturn = () => (notSent?.isMovedOn ? newerByOthers(ticket.messages, composed.seen(), userId) : null);
  const newMessages = state?.kind === "moved-on" ? state.messages : (movedOnMessages(reply.error) ?? newSinceReturn());
  const missing = missingResources(reply.error);
  const focus = () => field.current?.focus();
  const thenFocus = (act: () => void) => () => {
    act();
    focus();
  };

  function clear() {
    setState(null);
    reply.clearError();
    if (notSent?.isMovedOn) dropNotSent();
  }

  function failure(): string | null {
    if (state?.kind === "fault") return state.text;
    if (state?.kind === "held-up" && obstacle !== null) return `The reply was not sent: ${obstacle}.`;
    // A notice of its own shows a refusal because of new messages or missing files.
    if (reply.error === null || newMessages !== null || goneUploads(reply.error).length > 0) return null;
    if (refused.length > 0) return null;
    return missingResourcesText(reply.error, resources.items) ?? replyFailureText(reply.error, isOnline);
  }

  function write(text: string) {
    recipients.follow(composed.text, text);
    composed.setText(text);
    if (state?.kind === "fault") setState(null);
    if (isPassing(reply.error)) reply.clearError();
  }

  // A tool's result may arrive after the text has changed.
  const latest = useRef({ text: "", write, add: replaced.add });
  latest.current = { text: composed.text, write, add: replaced.add };

  /** Sets the whole text as if it were typed. An open dialog blocks the field, so this retries until it has closed. */
  function setWhenEditable(text: string, tries = 20) {
    const { current } = field;
    if (current !== null && typeInto(current, text)) return;
    if (current === null || tries === 0) latest.current.write(text);
    else requestAnimationFrame(() => setWhenEditable(text, tries - 1));
  }

  function replaceText(text: string, about: string, detach?: AttachedResource) {
    const { text: before, add } = latest.current;
    add({ before, after: text, about, detach });
    setWhenEditable(text);
  }

  /** Clears everything about the reply just sent. */
  function leave() {
    replaced.clear();
    asking.forget();
    check.forget();
    setRemoved(null);
    store.dismissNotices();
  }

  /** Sends, or asks first. Continuing after a question uses the options of the last attempt. */
  function send(sendAnyway: boolean, want = lastOptions.current) {
    if (reply.isSending || composed.isLeft()) return;
    lastOptions.current = want;
    clear();
    const fault = replyFault(composed.text);
    if (fault !== null) return setState({ kind: "fault", text: fault });
    const unread = unreadRecipient(field.current);
    if (unread !== undefined) return unread.focus();
    if (recipients.fault !== null) setState({ kind: "nobody" });
    else if (obstacle !== null) setState({ kind: "held-up" });
    else if (asking.isOpen(check.now())) setState({ kind: "asking" });
    else {
      // The server checks too; newer messages already loaded are shown without a request.
      const newer = sendAnyway ? [] : newerByOthers(ticket.messages, composed.seen(), userId);
      if (newer.length === 0) return sendNow(sendAnyway, want);
      setState({ kind: "moved-on", messages: newer });
    }
    // The pressed button is disabled or gone by now.
    focus();
  }

  function sendNow(sendAnyway: boolean, { status: then, isChosen = false, until }: SendOptions) {
    const thenStatus = then === "keep" || then === ticket.status ? null : then;
    const leaves = until === undefined ? { undoSeconds: preferences.undoSeconds } : { until };
    const status = { ...(thenStatus && { thenStatus }), expectedStatus: ticket.status };
    reply.send(sendAnyway, leaves, status, isChosen && then === "keep");
    // The writer may go on to the next ticket without waiting: if the server refuses, the text is still here and a
    // toast leads back.
    const isKept = until !== undefined || preferences.undoSeconds !== 0;
    hasGoneOn.current = isKept && isOnline && preferences.afterSend === "next";
    if (hasGoneOn.current) onSent(null);
    else focus();
  }

  function tellElsewhere(error: CallError) {
    const message = `${replyFailureText(error, navigator.onLine).replace(/\.?$/, ".")} Your text is in the composer.`;
    showNotSent(ticket, message, {
      onChoose() {
        wantComposer(ticket.id);
        openTicket(ticket.id);
      },
    });
  }

  const isWanted = useWantedComposer() === ticket.id;
  useEffect(() => {
    if (!isWanted) return;
    wantComposer(null);
    const { current } = field;
    current?.focus();
    current?.setSelectionRange(current.value.length, current.value.length);
  }, [isWanted]);

  const draft: ReplyDraft = {
    ticket,
    text: composed.text,
    replaceText: (text, about) => replaceText(text, about),
    select(start, end) {
      focus();
      field.current?.setSelectionRange(start, end);
    },
    focus,
    resources: resources.items,
    recipients: recipients.chosen,
    attachResource(resource, block) {
      setRemoved(null);
      replaceText(appendBlock(composed.text, block), `“${resource.title}” was put into your text.`, resource);
      resources.add(resource);
    },
    macro: macro.value,
    takeMacro: macro.set,
    isSending: reply.isSending,
    above,
  };

  return {
    /** State for the tools beside the composer. */
    draft,
    field,
    write(text: string, input: Event) {
      if (input instanceof InputEvent) replaced.follow(input.inputType, text);
      void fillIn(composed.text, text, input);
      write(text);
    },
    /** The text that a tool replaced last, restorable until the reply is sent. */
    replaced: replaced.latest,
    recipients,
    /** Whether the last attempt had no recipients, or too many. */
    wantsRecipients: state?.kind === "nobody",
    isOnline,
    hasFault: state?.kind === "fault",
    outcome: state?.kind === "sent" || state?.kind === "earlier-sent" ? state.kind : null,
    /** Recipients of the reply just sent. */
    sentTo: state?.kind === "sent" ? state.to : null,
    failure: failure(),
    dismiss: thenFocus(clear),
    /** Sends now, ignoring an earlier choice of time. */
    send: (then: SendStatus) => send(false, { status: then }),
    sendAnyway: () => send(true),
    /** The status chosen last, and its setter. */
    lastStatus: preferences.sendStatus,
    sendThen(then: SendStatus) {
      if (then !== preferences.sendStatus) prefer({ sendStatus: then });
      send(false, { status: then, isChosen: true });
    },
    /** Schedules the reply. */
    sendLater: (until: string) => send(false, { status: "keep", until }),
    /** What to confirm before sending, or null. */
    question: state?.kind === "asking" || refused.length > 0 ? asking.question : null,
    sendAsItIs() {
      check.noteRefused(refused);
      asking.confirm();
      send(false);
    },
    /** What differs from what is known, and what can be done about it. */
    check,
    /** Why the last reply was returned after its undo period. */
    notSent,
    dismissNotSent: thenFocus(dropNotSent),
    /** Messages because of which the reply was not sent. */
    newMessages,
    review() {
      composed.acknowledge(newMessages?.at(-1)?.id ?? newestShown());
      clear();
      onReview();
      focus();
    },
    /** Records that the writer has seen the thread up to this message. */
    acknowledge: (messageId: string | null) => composed.text.trim() !== "" && composed.acknowledge(messageId),

    files,
    /** The reason why its files block sending, or null. */
    obstacle,
    attach(added: File[]) {
      if (added.length > 0 && !reply.isSending) store.add(added);
    },
    removeFile: store.remove,
    retryFile: store.retry,
    fileNotices,
    dismissFileNotices: thenFocus(store.dismissNotices),

    /** Attached resources that can no longer be sent. */
    missing,
    removeResource(id: string) {
      setRemoved(resources.items.find((resource) => resource.id === id) ?? null);
      resources.remove(id);
      if (missing.includes(id)) reply.clearError();
      focus();
    },
    /** The resource removed last. */
    removed,
    dismissRemoved: thenFocus(() => setRemoved(null)),
  };
}
