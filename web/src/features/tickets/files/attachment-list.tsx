import type { Attachment } from "@deskhand/contract/messages";
import { attachmentPreviewUrl } from "@deskhand/contract/pages";
import { Eye, FileImage, FileText, Paperclip } from "lucide-react";
import { useState } from "react";
import { formatFileSize } from "../../../lib/format.ts";
import { loadLater } from "../../../ui/load-later.tsx";
import { DoubtfulFile, fileWarning } from "./doubtful-file.tsx";
import { previewKind } from "./preview-kind.ts";

const AttachmentViewer = loadLater(() =>
  import("./attachment-viewer.tsx").then(({ AttachmentViewer }) => AttachmentViewer),
);

/** A message's files: pictures as thumbnails, others by name, each with its size, to view or download. */
export function AttachmentList({ attachments }: { attachments: readonly Attachment[] }) {
  const [openId, setOpenId] = useState<string | null>(null);
  // Pictures that turned out not to be displayable.
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());

  const kindOf = (attachment: Attachment) =>
    hidden.has(attachment.id) || fileWarning(attachment) !== null ? null : previewKind(attachment);
  const pictures = attachments.filter((one) => kindOf(one) === "image");
  const others = attachments.filter((one) => kindOf(one) !== "image");
  const viewable = [...pictures, ...others.filter((one) => kindOf(one) === "pdf")];

  return (
    <>
      <ul aria-label="Attachments" className="flex flex-wrap gap-1.5">
        {pictures.map((attachment) => (
          <AttachmentThumb
            key={attachment.id}
            attachment={attachment}
            onOpen={() => setOpenId(attachment.id)}
            onBroken={() => setHidden((before) => new Set(before).add(attachment.id))}
          />
        ))}
        {others.map((attachment) => {
          const warning = fileWarning(attachment);
          if (warning !== null) return <DoubtfulFile key={attachment.id} attachment={attachment} warning={warning} />;
          return (
            <AttachmentLine
              key={attachment.id}
              attachment={attachment}
              onOpen={kindOf(attachment) === "pdf" ? () => setOpenId(attachment.id) : undefined}
            />
          );
        })}
      </ul>
      {openId !== null && (
        <AttachmentViewer attachments={viewable} openId={openId} onSelect={setOpenId} onClose={() => setOpenId(null)} />
      )}
    </>
  );
}

interface AttachmentThumbProps {
  attachment: Attachment;
  onOpen: () => void;
  /** Called when the picture cannot be displayed. */
  onBroken: () => void;
}

/** A thumbnail that opens the picture; its name downloads it. */
function AttachmentThumb({ attachment, onOpen, onBroken }: AttachmentThumbProps) {
  const { id, url, filename, fileSize } = attachment;
  return (
    <li className="flex w-42 min-w-0 max-sm:w-[calc(50%-3px)] flex-col overflow-hidden rounded-control border border-line bg-raised">
      <button
        type="button"
        aria-label={`Preview ${filename}`}
        title={`Preview ${filename}`}
        onClick={onOpen}
        className="h-25 w-full overflow-hidden bg-canvas focus-visible:outline-offset-[-2px]"
      >
        <img
          src={attachmentPreviewUrl(id)}
          alt=""
          loading="lazy"
          decoding="async"
          onError={onBroken}
          className="size-full object-cover transition-opacity duration-120 hover:opacity-85"
        />
      </button>
      <a
        href={url}
        download={filename}
        title={`Download ${filename}`}
        className="flex h-7 items-center gap-1.5 px-2 text-xs transition-colors duration-120 hover:bg-hover focus-visible:outline-offset-[-2px]"
      >
        <bdi className="min-w-0 flex-1 truncate">{filename}</bdi>
        <span className="shrink-0 text-soft tabular">{formatFileSize(fileSize)}</span>
      </a>
    </li>
  );
}

interface AttachmentLineProps {
  attachment: Attachment;
  /** Present if the file can be viewed. */
  onOpen: (() => void) | undefined;
}

/** A file on its own line, to download and, where possible, view. */
function AttachmentLine({ attachment: { url, filename, fileSize, mimeType }, onOpen }: AttachmentLineProps) {
  const closedIcon = mimeType.startsWith("image/") ? FileImage : Paperclip;
  const Icon = onOpen === undefined ? closedIcon : FileText;
  return (
    <li className="-mx-2 flex w-full min-w-0">
      <a
        href={url}
        download={filename}
        title={`Download ${filename}`}
        className="flex h-7 min-w-0 items-center gap-1.5 rounded-control px-2 text-sm transition-colors duration-120 hover:bg-hover focus-visible:outline-offset-[-2px]"
      >
        <Icon size={13} aria-hidden className="shrink-0 text-soft" />
        <bdi className="min-w-0 truncate">{filename}</bdi>
        <span className="shrink-0 text-soft text-xs tabular">{formatFileSize(fileSize)}</span>
      </a>
      {onOpen !== undefined && (
        <button
          type="button"
          aria-label={`Preview ${filename}`}
          title="Preview"
          onClick={onOpen}
          className="grid w-8 shrink-0 place-items-center rounded-control text-soft transition-colors duration-120 hover:bg-hover hover:text-ink focus-visible:outline-offset-[-2px]"
        >
          <Eye size={14} aria-hidden />
        </button>
      )}
    </li>
  );
}
