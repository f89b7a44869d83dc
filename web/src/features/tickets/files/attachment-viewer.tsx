import type { Attachment } from "@deskhand/contract/messages";
import { ChevronLeft, ChevronRight, Download } from "lucide-react";
import type { KeyboardEvent } from "react";
import { formatFileSize } from "../../../lib/format.ts";
import { arrowStep } from "../../../ui/arrow-keys.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { AttachmentPreview } from "./attachment-preview.tsx";

interface AttachmentViewerProps {
  /** Those of a message that can be looked at. */
  attachments: readonly Attachment[];
  openId: string;
  onSelect: (id: string) => void;
  onClose: () => void;
}

/** A message's pictures and PDF files, large, one at a time; the arrow keys lead from one to the next. */
export function AttachmentViewer({ attachments, openId, onSelect, onClose }: AttachmentViewerProps) {
  const at = attachments.findIndex(({ id }) => id === openId);
  const attachment = attachments[at];
  if (attachment === undefined) return null;
  const [before, after] = [attachments[at - 1], attachments[at + 1]];

  function step(event: KeyboardEvent<HTMLElement>) {
    const next = attachments[arrowStep(event, at, attachments.length, { axis: "horizontal" }) ?? -1];
    if (next === undefined) return;
    event.preventDefault();
    onSelect(next.id);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys work wherever in the dialog the focus is.
    <div className="contents" onKeyDown={step}>
      <Dialog
        size="xl"
        tall
        bare
        title={<bdi>{attachment.filename}</bdi>}
        badges={
          <span className="text-soft text-sm tabular">
            {formatFileSize(attachment.fileSize)}
            {attachments.length > 1 && `, ${at + 1} of ${attachments.length}`}
          </span>
        }
        onClose={onClose}
        actions={
          <>
            {attachments.length > 1 && (
              <>
                <IconButton
                  label="Previous file"
                  icon={<ChevronLeft size={18} aria-hidden />}
                  disabled={before === undefined}
                  onClick={() => before && onSelect(before.id)}
                />
                <IconButton
                  label="Next file"
                  icon={<ChevronRight size={18} aria-hidden />}
                  disabled={after === undefined}
                  onClick={() => after && onSelect(after.id)}
                />
              </>
            )}
            <a
              href={attachment.url}
              download={attachment.filename}
              className="inline-flex h-8 items-center gap-2 rounded-control border border-line bg-raised px-3 transition-colors duration-120 hover:border-edge hover:bg-hover"
            >
              <Download size={15} aria-hidden />
              Download
            </a>
          </>
        }
      >
        <section aria-label="Preview" tabIndex={-1} data-autofocus className="h-full bg-canvas outline-none">
          <AttachmentPreview key={attachment.id} attachment={attachment} />
        </section>
      </Dialog>
    </div>
  );
}
