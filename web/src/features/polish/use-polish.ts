import { useMutation } from "@tanstack/react-query";
import { type ComponentType, useRef, useState } from "react";
import type { ReplyDraft } from "../../entities/ticket/reply-draft.ts";
import { api } from "../../lib/api.ts";
import { counted } from "../../lib/format.ts";
import { announce } from "../../ui/announcer.tsx";
import { polishFailure } from "./polish-failure.ts";
import type { PolishReviewProps } from "./polish-review.tsx";

/** What is said above the draft; what names a text (`about`) holds for as long as that stands in the draft. */
export type PolishNotice =
  | { kind: "failed"; error: string }
  | { kind: "edited" }
  | { kind: "unchanged"; about: string }
  | { kind: "not-english"; about: string };

/** A change that waits for its yes or no; `Review` is the dialog that asks, loaded by then. */
export interface PolishOffer {
  original: string;
  polished: string;
  corrections: number;
  Review: ComponentType<PolishReviewProps>;
}

/** Has the draft polished and offers the change; a text that was edited in the meantime is never written over. */
export function usePolish({ ticket, text, replaceText }: ReplyDraft) {
  const [notice, setNotice] = useState<PolishNotice | null>(null);
  const [offer, setOffer] = useState<PolishOffer | null>(null);
  const latest = useRef(text);
  latest.current = text;

  const polish = useMutation({
    async mutationFn(asked: string) {
      const [result, { PolishReview }] = await Promise.all([
        api.polish.polish.call({ text: asked, ticketId: ticket.id }),
        import("./polish-review.tsx"),
      ]);
      return { result, PolishReview };
    },
    onSuccess({ result, PolishReview }, asked) {
      const { success, error, isEnglish, polishedMessage, corrections } = result;
      if (!success) return setNotice({ kind: "failed", error: error ?? "Failed to polish message" });
      if (latest.current !== asked) return setNotice({ kind: "edited" });
      if (!isEnglish) return setNotice({ kind: "not-english", about: asked });
      if (polishedMessage === asked.trim()) return setNotice({ kind: "unchanged", about: asked });
      setOffer({ original: asked, polished: polishedMessage, corrections, Review: PolishReview });
    },
    onError: (error) => setNotice({ kind: "failed", error: polishFailure(error) }),
  });

  // A text that is sent or emptied takes with it what was said of it.
  const isStale = notice !== null && (text.trim() === "" || ("about" in notice && notice.about !== text));
  return {
    isPolishing: polish.isPending,
    notice: isStale ? null : notice,
    offer,
    polish() {
      if (polish.isPending) return;
      setNotice(null);
      announce("Polishing...");
      polish.mutate(text);
    },
    dismiss: () => setNotice(null),
    keep: () => setOffer(null),
    use() {
      if (offer === null) return;
      const { original, polished, corrections } = offer;
      setOffer(null);
      // Another tab, or another tool, may have changed it under the dialog.
      if (latest.current !== original) return setNotice({ kind: "edited" });
      replaceText(polished, `Polished text used: ${counted(corrections, "correction")}.`);
    },
  };
}
