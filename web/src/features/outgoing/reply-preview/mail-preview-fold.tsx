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
 * The preview of a reply's mail (docs/product.md#the-preview-of-a-reply): a button that shows the mail over thread and
 * text until pressed again or the user types on. `onWriteOn` focuses the text.
 */
export function MailPreviewFold({ onWriteOn, ...reply }: PreviewedReply & { onWriteOn: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const mail = useRef<HTMLDivElement>(null);
  // The focused element must be visible: focusing the text or thread closes the preview.
  const writeOn = useRef(onWriteOn);
  writeOn.current = onWriteOn;
  useEffect(() => {
    if (!isOpen) return;
    // Letters go to the text; the first Escape closes the preview, not the ticket.
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
