import { limits } from "@deskhand/contract/limits";
import { findPlaceholders } from "@deskhand/contract/placeholders";
import type { TicketDetail } from "@deskhand/contract/tickets";
import { type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from "react";
import { isPassing } from "../../../lib/failure.ts";
import { isPressed, shortcuts } from "../../../lib/shortcuts.ts";
import { useOnline } from "../../../lib/use-online.ts";
import { Button } from "../../../ui/button.tsx";
import { CharacterCount } from "../../../ui/character-count.tsx";
import { Kbd } from "../../../ui/kbd.tsx";
import { Textarea } from "../../../ui/textarea.tsx";
import { AttachFileButton } from "../files/attach-file-button.tsx";
import { FileNotices } from "../files/file-notices.tsx";
import { goneUploads } from "../files/file-refusal.ts";
import { sendObstacle } from "../files/reply-file.ts";
import { ReplyFileList } from "../files/reply-file-list.tsx";
import { useReplyFiles } from "../files/use-reply-files.ts";
import { appendBlock } from "./append-block.ts";
import { AttachedResources } from "./attached-resources.tsx";
import { isSendKey } from "./is-send-key.ts";
import { missingResources, missingResourcesText } from "./missing-resources.ts";
import { MovedOnNotice } from "./moved-on-notice.tsx";
import type { AttachedResource, ReplyDraft } from "./reply-draft.ts";
import { movedOnMessages, replyFailureText, replyFault } from "./reply-failure.ts";
import { ReplyNotice, type ReplyOutcome } from "./reply-notice.tsx";
import { SendQuestion } from "./send-question.tsx";
import { StillMentioned } from "./still-mentioned.tsx";
import type { TicketSlots } from "./ticket-slots.ts";
import { useAttachedResources } from "./use-attached-resources.ts";
import { useClearWhenOnline } from "./use-clear-when-online.ts";
import { useComposed } from "./use-composed.ts";
import { useReply } from "./use-reply.ts";

export interface ComposerHandle {
  focus: () => void;
  /** Files that were dropped beside the composer. */
  attach: (files: File[]) => void;
  /** The writer has seen the thread up to this message. */
  acknowledge: (messageId: string | null) => void;
}

interface ComposerProps {
  ticket: TicketDetail;
  slots: Pick<TicketSlots, "replyTools" | "quickPicker">;
  newestShown: () => string | null;
  /** Shows what came while the reply was written. */
  onReview: () => void;
  ref: Ref<ComposerHandle>;
}

/** Where a reply is written and sent (spec part 1, sections 2.8 and 5). */
export function Composer({ ticket, slots, newestShown, onReview, ref }: ComposerProps) {
  const [above, setAbove] = useState<HTMLElement | null>(null);
  const [isPicking, setPicking] = useState(false);
  const [outcome, setOutcome] = useState<ReplyOutcome>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isHeldUp, setHeldUp] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [removed, setRemoved] = useState<AttachedResource | null>(null);
  const isOnline = useOnline();
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();

  const composed = useComposed("reply", ticket.id, newestShown);
  const { files, notices, store } = useReplyFiles(ticket.id);
  const obstacle = sendObstacle(files, isOnline);
  const placeholders = [...new Set(findPlaceholders(composed.text).map(({ name }) => name))];
  const resources = useAttachedResources(ticket.id);
  const reply = useReply(
    ticket.id,
    composed,
    { files: store, resources },
    {
      onSent() {
        setOutcome("sent");
        setRemoved(null);
        store.dismissNotices();
      },
      onEarlierSent: () => setOutcome("earlier-sent"),
    },
  );
  useClearWhenOnline(isOnline, reply.error, reply.clearError);
  const newMessages = movedOnMessages(reply.error);

  useEffect(() => {
    if (outcome !== "sent") return;
    const timer = setTimeout(() => setOutcome(null), limits.successMessageMs);
    return () => clearTimeout(timer);
  }, [outcome]);

  useImperativeHandle(ref, () => ({
    focus: () => field.current?.focus(),
    attach,
    acknowledge: (messageId) => composed.text.trim() !== "" && composed.acknowledge(messageId),
  }));

  function dismiss() {
    setOutcome(null);
    setFault(null);
    setHeldUp(false);
    setAsking(false);
    reply.clearError();
  }

  function dismissByHand() {
    dismiss();
    field.current?.focus();
  }

  function attach(added: File[]) {
    if (added.length > 0 && !reply.isSending) store.add(added);
  }

  function send(sendAnyway: boolean, withPlaceholders = sendAnyway) {
    if (reply.isSending) return;
    const found = replyFault(composed.text);
    const mustAsk = placeholders.length > 0 && !withPlaceholders;
    dismiss();
    setFault(found);
    if (found !== null) return;
    if (obstacle !== null) setHeldUp(true);
    else if (mustAsk) setAsking(true);
    else reply.send(sendAnyway);
    // The button that was pressed is disabled now, or gone.
    field.current?.focus();
  }

  function review() {
    composed.acknowledge(newMessages?.at(-1)?.id ?? newestShown());
    dismiss();
    onReview();
    field.current?.focus();
  }

  // What a refused reply says about its files stands with them.
  const isToldElsewhere = newMessages !== null || goneUploads(reply.error).length > 0;
  const failure =
    reply.error === null || isToldElsewhere
      ? null
      : (missingResourcesText(reply.error, resources.items) ?? replyFailureText(reply.error, isOnline));
  const missing = missingResources(reply.error);
  const isBlank = composed.text.trim() === "";

  function write(text: string) {
    composed.setText(text);
    if (fault !== null) setFault(null);
    if (isPassing(reply.error)) reply.clearError();
  }

  const draft: ReplyDraft = {
    ticket,
    text: composed.text,
    setText: write,
    select: (start, end) => {
      field.current?.focus();
      field.current?.setSelectionRange(start, end);
    },
    focus: () => field.current?.focus(),
    resources: resources.items,
    attachResource(resource, block) {
      setRemoved(null);
      write(appendBlock(composed.text, block));
      resources.add(resource);
    },
    isSending: reply.isSending,
    above,
  };

  return (
    // No form: Enter in a field of a tool's dialog would send the reply.
    <section
      aria-label="Reply"
      className="flex min-h-36 flex-col gap-2.5 border-line border-t bg-panel px-4 py-3 *:shrink-0 sm:px-5"
    >
      <ReplyNotice
        outcome={outcome}
        error={fault ?? (isHeldUp && obstacle !== null ? `The reply was not sent: ${obstacle}.` : failure)}
        onDismiss={dismissByHand}
      />
      {isAsking && placeholders.length > 0 && (
        <SendQuestion placeholders={placeholders} onSendAnyway={() => send(false, true)} onDismiss={dismissByHand} />
      )}
      {newMessages !== null && (
        <MovedOnNotice
          newMessages={newMessages}
          onSendAnyway={() => send(true)}
          onReview={review}
          onDismiss={dismissByHand}
        />
      )}
      <FileNotices
        notices={notices}
        onDismiss={() => {
          store.dismissNotices();
          field.current?.focus();
        }}
      />
      <div ref={setAbove} className="flex flex-col gap-2.5 empty:hidden" />
      {isPicking &&
        slots.quickPicker?.(draft, () => {
          setPicking(false);
          field.current?.focus();
        })}
      <StillMentioned
        removed={removed}
        text={composed.text}
        onShow={draft.select}
        onDismiss={() => {
          setRemoved(null);
          field.current?.focus();
        }}
      />
      {/* What does not fit scrolls; the notices above and the buttons below stay. */}
      <div className="-m-1 flex min-h-20 shrink! flex-col gap-2.5 overflow-y-auto p-1 *:shrink-0">
        <AttachedResources
          resources={resources.items}
          missing={missing}
          isSending={reply.isSending}
          onRemove={(id) => {
            setRemoved(resources.items.find((resource) => resource.id === id) ?? null);
            resources.remove(id);
            if (missing.includes(id)) reply.clearError();
            field.current?.focus();
          }}
        />
        <Textarea
          ref={field}
          aria-label="Your reply"
          aria-describedby={`${id}-count`}
          aria-invalid={fault !== null || undefined}
          placeholder="Type your response..."
          dir="auto"
          rows={3}
          maxRows={10}
          className="max-h-[26dvh]"
          value={composed.text}
          readOnly={reply.isSending}
          onChange={(event) => write(event.target.value)}
          onPaste={(event) => {
            const { files: pasted, types } = event.clipboardData;
            // A table is copied as formatted text, as plain text, and as a picture of itself: the text is meant.
            if (pasted.length === 0 || (types.includes("text/plain") && types.includes("text/html"))) return;
            event.preventDefault();
            attach([...pasted]);
          }}
          onKeyDown={(event) => {
            if (isPressed(event, shortcuts.cannedResponse) && composed.text === "" && slots.quickPicker !== undefined) {
              event.preventDefault();
              return setPicking(true);
            }
            if (!isSendKey(event)) return;
            event.preventDefault();
            send(false);
          }}
        />
        <ReplyFileList
          files={files}
          obstacle={obstacle}
          obstacleId={`${id}-obstacle`}
          isLocked={reply.isSending}
          onRemove={store.remove}
          onRetry={store.retry}
          onEmpty={() => field.current?.focus()}
        />
      </div>
      <div className="@container">
        <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2 @max-xl:gap-x-2">
          <div className="-ml-2 mr-auto flex items-center">
            <AttachFileButton disabled={reply.isSending} onFiles={attach} />
            {slots.replyTools?.(draft)}
          </div>
          {!isOnline && <span className="text-amber text-xs">Offline. Your text is kept.</span>}
          <span id={`${id}-count`} className="text-right @max-md:w-min">
            <CharacterCount count={composed.text.length} limit={limits.replyLength} />
          </span>
          <span aria-hidden className="hidden items-center gap-1 @min-[54rem]:flex">
            <Kbd>Ctrl</Kbd>
            <Kbd>Enter</Kbd>
          </span>
          <Button
            variant="primary"
            className="@max-xl:px-2.5"
            disabled={isBlank || obstacle !== null}
            aria-describedby={obstacle === null ? undefined : `${id}-obstacle`}
            busy={reply.isSending}
            busyText="Sending..."
            onClick={() => send(false)}
          >
            Send Reply
          </Button>
        </div>
      </div>
    </section>
  );
}
