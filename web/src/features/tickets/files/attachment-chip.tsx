import type { Attachment } from "@deskhand/contract/messages";
import { Eye, FileText, Paperclip } from "lucide-react";
import { formatFileSize } from "../../../lib/format.ts";

interface AttachmentChipProps {
  attachment: Attachment;
  /** Given when it can be looked at. */
  onOpen: (() => void) | undefined;
}

/** A file to download, and to look at where that is possible. */
export function AttachmentChip({ attachment: { url, filename, fileSize }, onOpen }: AttachmentChipProps) {
  const Icon = onOpen === undefined ? Paperclip : FileText;
  return (
    <li className="flex min-w-0 max-w-full overflow-hidden rounded-control border border-line bg-raised">
      <a
        href={url}
        download={filename}
        title={`Download ${filename}`}
        className="flex min-h-7 min-w-0 items-center gap-1.5 px-2 py-1 text-sm transition-colors duration-120 hover:bg-hover focus-visible:outline-offset-[-2px]"
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
          className="grid w-8 shrink-0 place-items-center border-line border-l text-soft transition-colors duration-120 hover:bg-hover hover:text-ink focus-visible:outline-offset-[-2px]"
        >
          <Eye size={14} aria-hidden />
        </button>
      )}
    </li>
  );
}
