import { limits } from "@deskhand/contract/limits";
import { type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from "react";
import { isPassing } from "../../../lib/failure.ts";
import { useOnline } from "../../../lib/use-online.ts";
import { Button } from "../../../ui/button.tsx";
import { CharacterCount } from "../../../ui/character-count.tsx";
import { Kbd } from "../../../ui/kbd.tsx";
import { Textarea } from "../../../ui/textarea.tsx";
import { isSendKey } from "./is-send-key.ts";
import { MovedOnNotice } from "./moved-on-notice.tsx";
import { movedOnMessages, replyFailureText, replyFault } from "./reply-failure.ts";
import { ReplyNotice, type ReplyOutcome } from "./reply-notice.tsx";
import { useClearWhenOnline } from "./use-clear-when-online.ts";
import { useComposed } from "./use-composed.ts";
import { useReply } from "./use-reply.ts";

export interface ComposerHandle {
  focus: () => void;
  /** The writer has seen the thread up to this message. */
  acknowledge: (messageId: string | null) => void;
}

interface ComposerProps {
  ticketId: string;
  newestShown: () => string | null;
  /** Shows what came while the reply was written. */
  onReview: () => void;
  ref: Ref<ComposerHandle>;
}

/** Where a reply is written and sent (spec part 1, sections 2.8 and 5). */
export function Composer({ ticketId, newestShown, onReview, ref }: ComposerProps) {
  const [outcome, setOutcome] = useState<ReplyOutcome>(null);
  const [fault, setFault] = useState<string | null>(null);
  const isOnline = useOnline();
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();

  const composed = useComposed("reply", ticketId, newestShown);
  const reply = useReply(ticketId, composed, {
    onSent: () => setOutcome("sent"),
    onEarlierSent: () => setOutcome("earlier-sent"),
  });
  useClearWhenOnline(isOnline, reply.error, reply.clearError);
  const newMessages = movedOnMessages(reply.error);

  useEffect(() => {
    if (outcome !== "sent") return;
    const timer = setTimeout(() => setOutcome(null), limits.successMessageMs);
    return () => clearTimeout(timer);
  }, [outcome]);

  useImperativeHandle(ref, () => ({
    focus: () => field.current?.focus(),
    acknowledge: (messageId) => composed.text.trim() !== "" && composed.acknowledge(messageId),
  }));

  function dismiss() {
    setOutcome(null);
    setFault(null);
    reply.clearError();
  }

  function dismissByHand() {
    dismiss();
    field.current?.focus();
  }

  function send(sendAnyway: boolean) {
    if (reply.isSending) return;
    const found = replyFault(composed.text);
    dismiss();
    setFault(found);
    if (found === null) reply.send(sendAnyway);
    // The button that was pressed is disabled now, or gone.
    field.current?.focus();
  }

  function review() {
    composed.acknowledge(newMessages?.at(-1)?.id ?? newestShown());
    dismiss();
    onReview();
    field.current?.focus();
  }

  const failure = reply.error === null || newMessages !== null ? null : replyFailureText(reply.error, isOnline);
  const isBlank = composed.text.trim() === "";

  return (
    <form
      aria-label="Reply"
      className="flex shrink-0 flex-col gap-2.5 border-line border-t bg-panel px-4 py-3 sm:px-5"
      onSubmit={(event) => {
        event.preventDefault();
        send(false);
      }}
    >
      <ReplyNotice outcome={outcome} error={fault ?? failure} onDismiss={dismissByHand} />
      {newMessages !== null && (
        <MovedOnNotice
          newMessages={newMessages}
          onSendAnyway={() => send(true)}
          onReview={review}
          onDismiss={dismissByHand}
        />
      )}
      <Textarea
        ref={field}
        aria-label="Your reply"
        aria-describedby={`${id}-count`}
        aria-invalid={fault !== null || undefined}
        placeholder="Type your response..."
        dir="auto"
        rows={3}
        maxRows={10}
        value={composed.text}
        readOnly={reply.isSending}
        onChange={(event) => {
          composed.setText(event.target.value);
          if (fault !== null) setFault(null);
          if (isPassing(reply.error)) reply.clearError();
        }}
        onKeyDown={(event) => {
          if (!isSendKey(event)) return;
          event.preventDefault();
          send(false);
        }}
      />
      <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2">
        <span id={`${id}-count`} className="mr-auto">
          <CharacterCount count={composed.text.length} limit={limits.replyLength} />
        </span>
        {!isOnline && <span className="text-amber text-xs">Offline. Your text is kept.</span>}
        <span aria-hidden className="hidden items-center gap-1 md:flex">
          <Kbd>Ctrl</Kbd>
          <Kbd>Enter</Kbd>
        </span>
        <Button type="submit" variant="primary" disabled={isBlank} busy={reply.isSending} busyText="Sending...">
          Send Reply
        </Button>
      </div>
    </form>
  );
}
