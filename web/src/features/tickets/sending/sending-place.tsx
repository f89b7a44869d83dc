import { ticketLabel } from "@deskhand/contract/vocabulary";
import { CircleCheck } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import { useSession } from "../../../lib/session.ts";
import { Button, isRepeatedClick } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Menu } from "../../../ui/overlay/menu.tsx";
import { useTopModal } from "../../../ui/overlay/use-modal.ts";
import { sharedValue } from "../../../ui/shared-value.ts";
import { namesIn } from "./kept-replies.ts";
import { useReplySent } from "./reply-sent.tsx";
import {
  isUndoable,
  sendingWords,
  useKept,
  useKeptActions,
  useSecondsTo,
  type WaitingReply,
} from "./use-kept-replies.ts";

/** How long the next ticket's composer may take to appear; a toast meanwhile would only flash. */
const BETWEEN_MS = 400;
const place = sharedValue<HTMLElement | null>(null);

/** Whether the composer shows replies on their way; otherwise toasts do. */
export function useIsSendingInPlace(): boolean {
  const element = place.use();
  const modal = useTopModal();
  return element !== null && (modal === undefined || modal.contains(element));
}

/**
 * Shows the replies that can still be undone in the composer, in the free middle of an existing line, so that nothing
 * shifts (docs/product.md#undoing-a-reply).
 */
export function SendingPlace({ className }: { className?: string }) {
  const { user } = useSession();
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const own = element.current;
    place.set(own);
    return () => void setTimeout(() => place.get() === own && place.set(null), BETWEEN_MS);
  }, []);
  const isShown = useIsSendingInPlace();
  return (
    <div ref={element} aria-live="polite" className={cx("@container h-6 min-w-0 flex-1", className)}>
      {isShown && user !== null && <SendingLine />}
    </div>
  );
}

function SendingLine() {
  const waiting = useKept();
  const sent = useReplySent();
  const undoable = waiting.filter(isUndoable);
  const newest = undoable.at(-1) ?? waiting.at(-1);
  const others = undoable.filter((reply) => reply !== newest);
  if (newest === undefined && sent === null) return null;
  return (
    <ul aria-label="Just now" className="flex h-6 items-center justify-end gap-3 text-xs">
      {sent !== null && (
        <li
          className={cx("flex min-w-0 items-center gap-1.5 text-green", newest !== undefined && "@max-[34rem]:sr-only")}
        >
          <CircleCheck size={13} aria-hidden className="shrink-0" />
          <span className="truncate">
            Reply sent successfully!{" "}
            <span className="text-soft @max-[15rem]:sr-only">
              to {sent.to} · {ticketLabel(sent.ticketNumber)}
            </span>
          </span>
        </li>
      )}
      {newest !== undefined && <OnItsWay key={newest.id} reply={newest} others={others} />}
    </ul>
  );
}

/** The last reply on its way, with Undo for it and for earlier ones. */
function OnItsWay({ reply, others }: { reply: WaitingReply; others: readonly WaitingReply[] }) {
  const seconds = useSecondsTo(reply.due);
  const { undo, sendNow } = useKeptActions();
  const words = sendingWords(reply);
  const label = ticketLabel(reply.ticketNumber);
  const names = namesIn(reply);
  return (
    // It was announced when it was sent, perhaps in another ticket.
    <li aria-live="off" className="flex min-w-0 items-center gap-1 sm:gap-1.5">
      <span
        title={names === null ? `${words} ${label}` : `${words} ${names} · ${label}`}
        className="min-w-0 truncate text-soft"
      >
        <span className="@max-[16rem]:sr-only">{words} </span>
        <span>{names ?? label}</span>
        {names !== null && <span className="@max-[26rem]:sr-only"> · {label}</span>}
      </span>
      {/* A screen reader would announce each second. */}
      {reply.phase === "waiting" && !reply.isLater && (
        <span aria-hidden className="shrink-0 text-soft tabular @max-[5rem]:hidden">
          {seconds} s
        </span>
      )}
      {isUndoable(reply) && (
        <>
          <Button size="sm" title="Undo (Z)" className="h-6 px-2! text-xs!" onClick={() => undo(reply)}>
            Undo
          </Button>
          <Button
            size="sm"
            variant="ghost"
            className="h-6 px-1! text-xs! sm:px-1.5! @max-[9.5rem]:hidden"
            onClick={(event) => isRepeatedClick(event) || sendNow(reply)}
          >
            Send now
          </Button>
        </>
      )}
      {others.length > 0 && (
        <Menu
          label="Undo an earlier reply"
          trigger={(props) => (
            <Button
              {...props}
              size="sm"
              variant="ghost"
              aria-label="Undo an earlier reply"
              title="Undo an earlier reply"
              className="h-6 px-1! text-xs!"
            >
              +{others.length}
            </Button>
          )}
          items={others.map((other) => ({
            id: other.id,
            label: `Undo reply to ${ticketLabel(other.ticketNumber)}`,
            onChoose: () => undo(other),
          }))}
        />
      )}
    </li>
  );
}
