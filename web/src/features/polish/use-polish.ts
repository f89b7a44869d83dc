import type { PolishLanguage, PolishSuggestion } from "@deskhand/contract/polish";
import { ORPCError } from "@orpc/client";
import { useMutation } from "@tanstack/react-query";
import { type ComponentType, useEffect, useRef, useState } from "react";
import type { ReplyDraft } from "../../entities/ticket/reply-draft.ts";
import { api } from "../../lib/api.ts";
import { type CallError, fieldFailures } from "../../lib/failure.ts";
import { UNEXPECTED, UNREACHABLE } from "../../lib/failure-words.ts";
import { counted } from "../../lib/format.ts";
import { announce } from "../../ui/announcer.tsx";
import type { PolishReviewProps } from "./polish-review.tsx";

/** After this long the user is told what is running, and may cancel. */
const slowMs = 1_500;

/** A notice above the draft; one about a text (`about`) lasts while the draft has that text. */
export type PolishNotice =
  | { kind: "failed"; error: string }
  | { kind: "edited" }
  | { kind: "unchanged"; about: string; language: PolishLanguage }
  | { kind: "untold"; about: string };

/** A change awaiting the user's decision; `Review` is the dialog, already loaded. */
interface PolishOffer {
  original: string;
  polished: string;
  corrections: number;
  suggestions: readonly PolishSuggestion[];
  /** The language used for the correction. */
  language: PolishLanguage;
  Review: ComponentType<PolishReviewProps>;
}

type PolishRequest = { asked: string; language?: PolishLanguage; signal: AbortSignal };

/** Polishes the draft and offers the change; a text edited meanwhile is never overwritten. */
export function usePolish({ ticket, text, replaceText }: ReplyDraft) {
  const [notice, setNotice] = useState<PolishNotice | null>(null);
  const [offer, setOffer] = useState<PolishOffer | null>(null);
  const latest = useRef(text);
  latest.current = text;

  const cancelled = useRef(new AbortController());

  const polish = useMutation({
    async mutationFn({ asked, language, signal }: PolishRequest) {
      const [result, { PolishReview }] = await Promise.all([
        api.polish.polish.call({ text: asked, ticketId: ticket.id, ...(language && { language }) }, { signal }),
        import("./polish-review.tsx"),
      ]);
      return { result, PolishReview };
    },
    onSuccess({ result, PolishReview }, { asked, signal }) {
      if (signal.aborted) return;
      const { success, error, language, polishedMessage, corrections, suggestions } = result;
      if (!success) return setNotice({ kind: "failed", error: error ?? "Failed to polish message" });
      if (latest.current !== asked) return setNotice({ kind: "edited" });
      const isSame = polishedMessage === asked.trim();
      if (language === null) return setNotice({ kind: "untold", about: asked });
      if (isSame && suggestions.length === 0) return setNotice({ kind: "unchanged", about: asked, language });
      setOffer({
        original: asked,
        polished: polishedMessage,
        corrections,
        suggestions,
        language,
        Review: PolishReview,
      });
    },
    onError(error, { signal }) {
      if (!signal.aborted) setNotice({ kind: "failed", error: polishFailure(error) });
    },
  });
  const isPolishing = polish.isPending && !cancelled.current.signal.aborted;
  const isSlow = useIsSlow(isPolishing);
  const isEmpty = text.trim() === "";
  useEffect(() => {
    // Whoever starts to write may press the button soon: this warms the checkers up. Without it, polishing only takes
    // longer.
    if (!isEmpty) api.polish.warm.call({}).catch(() => undefined);
  }, [isEmpty]);

  // Sending or emptying the text removes notices about it.
  const isStale = notice !== null && (text.trim() === "" || ("about" in notice && notice.about !== text));
  return {
    isPolishing,
    isSlow,
    notice: isStale ? null : notice,
    offer,
    /** Polishes, in a given language if the writer chose one. */
    polish(language?: PolishLanguage) {
      if (isPolishing) return;
      setNotice(null);
      setOffer(null);
      announce("Polishing...");
      cancelled.current = new AbortController();
      polish.mutate({ asked: text, signal: cancelled.current.signal, ...(language && { language }) });
    },
    cancel() {
      cancelled.current.abort();
      polish.reset();
      announce("Polishing was cancelled");
    },
    dismiss: () => setNotice(null),
    keep: () => setOffer(null),
    /** Applies the reviewed text. */
    use(polished: string, corrections: number) {
      if (offer === null) return;
      const { original } = offer;
      setOffer(null);
      // Another tab or tool may have changed it under the dialog.
      if (latest.current !== original) return setNotice({ kind: "edited" });
      replaceText(polished, `Polished text used: ${counted(corrections, "correction")}.`);
    },
  };
}

/** Whether something has been running long enough to say so. */
function useIsSlow(isRunning: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setTimeout(() => setIsSlow(true), slowMs);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isRunning]);
  return isSlow;
}

const longestBody = 200;

/** Returns the sentence for a failed request. */
export function polishFailure(error: CallError): string {
  const [blank] = fieldFailures(error).text ?? [];
  if (blank !== undefined) return blank;
  if (error instanceof ORPCError) {
    return `Polish message request failed: ${error.status} - ${error.message.slice(0, longestBody)}`;
  }
  // `fetch` and dynamic imports reject with a TypeError when the connection fails.
  return error instanceof TypeError ? UNREACHABLE : UNEXPECTED;
}
