import type { Attachment } from "@deskhand/contract/messages";
import { Paperclip } from "lucide-react";
import { formatFileSize } from "../../../lib/format.ts";

/** Files to download, each with its size. */
export function AttachmentList({ attachments }: { attachments: readonly Attachment[] }) {
  return (
    <ul aria-label="Attachments" className="flex flex-wrap gap-1.5">
      {attachments.map(({ id, url, filename, fileSize }) => (
        <li key={id} className="min-w-0 max-w-full">
          <a
            href={url}
            download={filename}
            className="flex min-h-7 items-center gap-1.5 rounded-control border border-line bg-raised px-2 py-1 text-sm transition-colors duration-120 hover:border-edge hover:bg-hover"
          >
            <Paperclip size={13} aria-hidden className="shrink-0 text-soft" />
            <bdi className="min-w-0 truncate">{filename}</bdi>
            <span className="shrink-0 text-soft text-xs tabular">{formatFileSize(fileSize)}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
