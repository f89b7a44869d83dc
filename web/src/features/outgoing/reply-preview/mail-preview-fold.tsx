import { ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { cx } from "../../../ui/cx.ts";
import { loadLater } from "../../../ui/load-later.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import type { PreviewedReply } from "./mail-preview.tsx";

const MailPreview = loadLater(
  () => import("./mail-preview.tsx").then(({ MailPreview }) => MailPreview),
  () => <Skeleton className="h-40 w-full" />,
);

/**
 * What unfolds the mail of a reply as it would leave (docs/product.md#the-preview-of-a-reply): a button and the mail, for a line that
 * wraps.
 */
export function MailPreviewFold(props: PreviewedReply) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
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
          id={id}
          className="order-last max-h-[34dvh] basis-full overflow-y-auto rounded-control border border-line bg-canvas"
        >
          <MailPreview {...props} />
        </div>
      )}
    </>
  );
}
