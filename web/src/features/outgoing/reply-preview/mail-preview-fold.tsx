import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { loadLater } from "../../../ui/load-later.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";

const MailPreview = loadLater(
  () => import("./mail-preview.tsx").then(({ MailPreview }) => MailPreview),
  () => <Skeleton className="h-40 w-full" />,
);

/** A line that unfolds the mail of a reply as it would leave (docs/product.md#the-preview-of-a-reply). */
export function MailPreviewFold(props: { ticketId: string; text: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)} className="group">
      <summary className="flex h-6 w-fit cursor-pointer list-none items-center gap-1 text-soft text-xs hover:text-ink">
        <ChevronRight size={13} aria-hidden className="transition-transform duration-120 group-open:rotate-90" />
        Preview of the mail
      </summary>
      {isOpen && (
        <div className="mt-1.5 max-h-[34dvh] overflow-y-auto rounded-control border border-line bg-canvas">
          <MailPreview {...props} />
        </div>
      )}
    </details>
  );
}
