import type { Attachment } from "@deskhand/contract/messages";
import { attachmentPreviewUrl } from "@deskhand/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, Download, FileX } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { UNREACHABLE } from "../../../lib/failure-words.ts";
import { formatFileSize } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { arrowStep } from "../../../ui/form/arrow-keys.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { previewKind } from "./preview-kind.ts";

interface AttachmentViewerProps {
  /** The viewable files of a message. */
  attachments: readonly Attachment[];
  openId: string;
  onSelect: (id: string) => void;
  onClose: () => void;
}

/** Shows a message's pictures and PDF files, one at a time; the arrow keys move between them. */
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
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys work wherever the focus is in the dialog.
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

/** Shows a file, or says why it cannot be shown. */
function AttachmentPreview({ attachment }: { attachment: Attachment }) {
  return previewKind(attachment) === "pdf" ? (
    <PdfPreview attachment={attachment} />
  ) : (
    <Picture attachment={attachment} />
  );
}

function Picture({ attachment: { id, filename } }: { attachment: Attachment }) {
  const [isBroken, setBroken] = useState(false);
  if (isBroken)
    return <NoPreview title="This picture cannot be shown">Download it to open it with a program.</NoPreview>;
  return (
    <div className="grid h-full grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] place-items-center p-4">
      <img
        src={attachmentPreviewUrl(id)}
        alt={filename}
        onError={() => setBroken(true)}
        className="max-h-full max-w-full rounded-tag object-contain"
      />
    </div>
  );
}

/** Asks the server whether it shows the file; it checks the content and refuses what is no PDF. */
async function isShown(url: string): Promise<boolean> {
  const response = await fetch(url);
  await response.body?.cancel();
  if (response.status >= 500 || response.status === 401) throw new TypeError(`The server answered ${response.status}`);
  return response.ok;
}

function PdfPreview({ attachment: { id, filename } }: { attachment: Attachment }) {
  const url = attachmentPreviewUrl(id);
  const { data, error, refetch } = useQuery({ queryKey: ["attachment-preview", id], queryFn: () => isShown(url) });
  if (!navigator.pdfViewerEnabled) {
    return <NoPreview title="This browser has no PDF viewer">Download the file to open it with a program.</NoPreview>;
  }
  if (error !== null) {
    return (
      <NoPreview
        title="The file could not be loaded"
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      >
        {UNREACHABLE}
      </NoPreview>
    );
  }
  if (data === undefined) {
    return (
      <div className="grid h-full place-items-center">
        <Spinner />
      </div>
    );
  }
  if (!data) {
    return (
      <NoPreview title="This file cannot be previewed">It is no PDF. Download it if you trust its sender.</NoPreview>
    );
  }
  return <iframe src={url} title={filename} className="block size-full bg-white" />;
}

function NoPreview({ title, children, action }: { title: string; children: string; action?: ReactNode }) {
  return (
    <div className="grid h-full place-items-center">
      <EmptyState icon={<FileX size={20} aria-hidden />} title={title} action={action}>
        {children}
      </EmptyState>
    </div>
  );
}
