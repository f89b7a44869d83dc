import type { Attachment } from "@deskhand/contract/messages";
import { attachmentPreviewUrl } from "@deskhand/contract/pages";
import { formatFileSize } from "../../../lib/format.ts";

interface AttachmentThumbProps {
  attachment: Attachment;
  onOpen: () => void;
  /** It is no picture that can be shown. */
  onBroken: () => void;
}

/** A picture of a message, small, to be opened; its name downloads it. */
export function AttachmentThumb({ attachment, onOpen, onBroken }: AttachmentThumbProps) {
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
        className="flex min-h-7 items-center gap-1.5 px-2 py-1 text-xs transition-colors duration-120 hover:bg-hover focus-visible:outline-offset-[-2px]"
      >
        <bdi className="min-w-0 flex-1 truncate">{filename}</bdi>
        <span className="shrink-0 text-soft tabular">{formatFileSize(fileSize)}</span>
      </a>
    </li>
  );
}
