import { ChevronRight } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { loadLater } from "../../../ui/load-later.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import type { PreviewedReply } from "./mail-preview.tsx";

const MailPreview = loadLater(
  () => import("./mail-preview.tsx").then(({ MailPreview }) => MailPreview),
  () => <Skeleton className="h-40 w-full" />,
);

/**
 * What shows the mail of a reply as it would leave (docs/product.md#the-preview-of-a-reply): a button, and the mail over thread and text
 * until that is pressed again or one goes on writing. `onWriteOn` gives the text the focus.
 */
export function MailPreviewFold({ onWriteOn, ...reply }: PreviewedReply & { onWriteOn: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const mail = useRef<HTMLDivElement>(null);
  // What has the focus is seen: whoever goes on in the text or the thread beneath has that again.
  const writeOn = useRef(onWriteOn);
  writeOn.current = onWriteOn;
  useEffect(() => {
    if (!isOpen) return;
    // Letters are the text's, and the first Escape is the preview's, not the ticket's.
    const press = (event: KeyboardEvent) => {
      const { target, key, ctrlKey, metaKey, altKey } = event;
      const isHere = target instanceof HTMLElement && mail.current?.closest("[data-composer]")?.contains(target);
      const isLetter = key.length === 1 && key !== " " && !ctrlKey && !metaKey && !altKey;
      if (!isHere || target.matches("input, textarea") || !(isLetter || key === "Escape")) return;
      event.stopPropagation();
      setOpen(false);
      if (isLetter) writeOn.current();
      else event.preventDefault();
    };
    const look = ({ target }: FocusEvent) => {
      const around = mail.current?.offsetParent;
      if (!(target instanceof HTMLElement) || !around?.contains(target) || mail.current?.contains(target)) return;
      if (target.getBoundingClientRect().top < (mail.current?.getBoundingClientRect().bottom ?? 0)) setOpen(false);
    };
    addEventListener("focusin", look);
    addEventListener("keydown", press, { capture: true });
    return () => {
      removeEventListener("focusin", look);
      removeEventListener("keydown", press, { capture: true });
    };
  }, [isOpen]);
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        className="flex h-6 shrink-0 items-center gap-1 rounded-tag text-soft text-xs hover:text-ink touch:-my-1.5"
      >
        <ChevronRight
          size={13}
          aria-hidden
          className={cx("transition-transform duration-120", isOpen && "rotate-90")}
        />
        Preview of the mail
      </button>
      {isOpen && (
        <div
          ref={mail}
          id={id}
          className="over-writing overflow-y-auto overscroll-contain border-line border-t bg-canvas"
        >
          <Button size="sm" className="sticky top-2 z-1 float-right mt-2 mr-3 ml-2" onClick={onWriteOn}>
            Write on
          </Button>
          <MailPreview {...reply} />
        </div>
      )}
    </>
  );
}
