import type { TicketDetail } from "@deskhand/contract/tickets";
import { type Ref, useId, useImperativeHandle, useState } from "react";
import { ReplyFileList } from "../../files/reply-file-list.tsx";
import type { TicketSlots } from "../ticket-slots.ts";
import { AttachedResources } from "./attached-resources.tsx";
import { ComposerBar } from "./composer-bar.tsx";
import { ComposerField } from "./composer-field.tsx";
import { ComposerNotices } from "./composer-notices.tsx";
import { StillMentioned } from "./still-mentioned.tsx";
import { useComposer } from "./use-composer.ts";

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
  const composer = useComposer({ ticket, newestShown, onReview, above });
  const { draft } = composer;
  const id = useId();
  const ids = { countId: `${id}-count`, obstacleId: `${id}-obstacle` };

  useImperativeHandle(ref, () => ({
    focus: draft.focus,
    attach: composer.attach,
    acknowledge: composer.acknowledge,
  }));

  return (
    // No form: Enter in a field of a tool's dialog would send the reply.
    <section
      aria-label="Reply"
      className="flex min-h-36 flex-col gap-2.5 border-line border-t bg-panel px-4 py-3 *:shrink-0 sm:px-5"
    >
      <ComposerNotices composer={composer} />
      <div ref={setAbove} className="flex flex-col gap-2.5 empty:hidden" />
      {isPicking &&
        slots.quickPicker?.(draft, () => {
          setPicking(false);
          draft.focus();
        })}
      <StillMentioned
        removed={composer.removed}
        text={draft.text}
        onShow={draft.select}
        onDismiss={composer.dismissRemoved}
      />
      {/* What does not fit scrolls; the notices above and the buttons below stay. */}
      <div className="-m-1 flex min-h-20 shrink! flex-col gap-2.5 overflow-y-auto p-1 *:shrink-0">
        <AttachedResources
          resources={draft.resources}
          missing={composer.missing}
          isSending={draft.isSending}
          onRemove={composer.removeResource}
        />
        <ComposerField
          composer={composer}
          countId={ids.countId}
          onPick={slots.quickPicker && (() => setPicking(true))}
        />
        <ReplyFileList
          files={composer.files}
          obstacle={composer.obstacle}
          obstacleId={ids.obstacleId}
          isLocked={draft.isSending}
          onRemove={composer.removeFile}
          onRetry={composer.retryFile}
          onEmpty={draft.focus}
        />
      </div>
      <ComposerBar composer={composer} tools={slots.replyTools?.(draft)} {...ids} />
    </section>
  );
}
