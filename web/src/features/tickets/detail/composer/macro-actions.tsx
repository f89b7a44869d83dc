import { useId } from "react";
import { ActionChips } from "../../../../entities/ticket/action-chips.tsx";
import type { DraftMacro, ReplyDraft } from "../../../../entities/ticket/reply-draft.ts";
import { useRunMacro } from "../../../../entities/ticket/run-macro.tsx";
import { Button } from "../../../../ui/button.tsx";
import { ChipRow } from "../../../../ui/form/chip-row.tsx";

/** What the reply's macro does when it is sent. Each action can be taken off; without a reply they can run at once. */
export function MacroActions({ draft, macro }: { draft: ReplyDraft; macro: DraftMacro }) {
  const headingId = useId();
  const { ticket, takeMacro, focus, isSending } = draft;
  const now = useRunMacro(ticket.id, () => {
    takeMacro(null);
    focus();
  });
  const isLocked = isSending || now.isRunning;
  return (
    <section aria-labelledby={headingId}>
      <ChipRow
        labelledBy={headingId}
        head={
          <>
            <h3 id={headingId} className="font-semibold text-soft">
              On Send
            </h3>
            <p className="min-w-0 truncate text-faint">
              <bdi>{macro.title}</bdi>
            </p>
            {draft.text.trim() === "" && (
              <Button
                size="sm"
                variant="ghost"
                className="-my-1"
                disabled={isLocked}
                onClick={() => now.run({ macro, title: macro.title })}
              >
                Run now
              </Button>
            )}
          </>
        }
      >
        <ActionChips
          actions={macro.actions}
          isLocked={isLocked}
          onRemove={(index) => {
            takeMacro({ ...macro, actions: macro.actions.toSpliced(index, 1) });
            focus();
          }}
        />
      </ChipRow>
    </section>
  );
}
