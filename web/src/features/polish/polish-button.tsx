import { Sparkles } from "lucide-react";
import { createPortal, flushSync } from "react-dom";
import type { ReplyDraft } from "../../entities/ticket/reply-draft.ts";
import { ToolButton } from "../../ui/button.tsx";
import { PolishBanner, PolishWait } from "./polish-banner.tsx";
import { usePolish } from "./use-polish.ts";

/** The 'Polish' button of the composer, with all that follows from it (docs/product.md#polish). */
export function PolishButton(draft: ReplyDraft) {
  const { text, focus, isSending, above } = draft;
  const { isPolishing, isSlow, notice, offer, polish, cancel, dismiss, keep, use } = usePolish(draft);
  const isBlank = text.trim() === "";

  /** Does it and puts the caret back into the text, as what was pressed is gone or disabled then. */
  function andFocus<Told extends unknown[]>(act: (...told: Told) => void) {
    return (...told: Told) => {
      // A dialog that it closes gives the focus back to where it was first.
      flushSync(() => act(...told));
      focus();
    };
  }

  return (
    <>
      <ToolButton
        label="Polish"
        icon={<Sparkles size={15} aria-hidden />}
        disabled={isBlank || isSending}
        busy={isPolishing}
        busyText="Polishing..."
        onClick={andFocus(() => polish())}
      />
      {offer !== null && (
        <offer.Review
          original={offer.original}
          polished={offer.polished}
          corrections={offer.corrections}
          suggestions={offer.suggestions}
          language={offer.language}
          onChoose={polish}
          onUse={andFocus(use)}
          onKeep={andFocus(keep)}
        />
      )}
      {above !== null && isSlow && createPortal(<PolishWait onCancel={andFocus(cancel)} />, above)}
      {above !== null &&
        notice !== null &&
        createPortal(<PolishBanner notice={notice} onDismiss={andFocus(dismiss)} onPolish={andFocus(polish)} />, above)}
    </>
  );
}
