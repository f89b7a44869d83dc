import { ChevronRight } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
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
 * until that is pressed again or one goes on writing.
 */
export function MailPreviewFold(props: PreviewedReply) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const mail = useRef<HTMLDivElement>(null);
  // What has the focus is seen: whoever goes on in the text or the thread beneath has that again.
  useEffect(() => {
    if (!isOpen) return;
    const look = ({ target }: FocusEvent) => {
      const around = mail.current?.offsetParent;
      if (!(target instanceof HTMLElement) || !around?.contains(target) || mail.current?.contains(target)) return;
      if (target.getBoundingClientRect().top < (mail.current?.getBoundingClientRect().bottom ?? 0)) setOpen(false);
    };
    addEventListener("focusin", look);
    return () => removeEventListener("focusin", look);
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
          <MailPreview {...props} />
        </div>
      )}
    </>
  );
}
