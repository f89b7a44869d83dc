import { MessageSquareText } from "lucide-react";
import { useState } from "react";
import { flushSync } from "react-dom";
import type { ReplyDraft } from "../../entities/ticket/reply-draft.ts";
import { ToolButton } from "../../ui/button.tsx";
import { loadLater } from "../../ui/load-later.tsx";

const CannedResponsesDialog = loadLater(() =>
  import("./canned-responses-dialog.tsx").then(({ CannedResponsesDialog }) => CannedResponsesDialog),
);

/**
 * The 'Canned Responses' button; a chosen response replaces the reply's text (docs/product.md#canned-responses), which
 * can be undone.
 */
export function CannedResponsesTool(draft: ReplyDraft) {
  const { replaceText, focus, isSending } = draft;
  const [isOpen, setOpen] = useState(false);

  return (
    <>
      <ToolButton
        label="Canned Responses"
        icon={<MessageSquareText size={15} aria-hidden />}
        disabled={isSending}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <CannedResponsesDialog
          draft={draft}
          onUse={(content, title) => {
            if (content !== "") replaceText(content, `Your text was replaced by “${title}”.`);
          }}
          onClose={() => {
            // The closing dialog returns the focus to its button first.
            flushSync(() => setOpen(false));
            focus();
          }}
        />
      )}
    </>
  );
}
