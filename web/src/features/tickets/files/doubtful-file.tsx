import type { Attachment } from "@deskhand/contract/messages";
import { ShieldAlert } from "lucide-react";
import { useState } from "react";
import { formatFileSize } from "../../../lib/format.ts";
import { cx } from "../../../ui/cx.ts";
import { loadLater } from "../../../ui/load-later.tsx";
import type { FileWarning } from "./file-warning.ts";

const DownloadQuestion = loadLater(() =>
  import("./download-question.tsx").then(({ DownloadQuestion }) => DownloadQuestion),
);

/**
 * A file that is better left alone: its name asks before it downloads it, where that is possible at all, and what is wrong with it
 * stands below.
 */
export function DoubtfulFile({ attachment, warning }: { attachment: Attachment; warning: FileWarning }) {
  const [isAsking, setAsking] = useState(false);
  const { ask } = warning;
  const name = (
    <>
      <ShieldAlert size={13} aria-hidden className="shrink-0 text-red" />
      <bdi className="min-w-0 truncate">{attachment.filename}</bdi>
      <span className="shrink-0 text-soft text-xs tabular">{formatFileSize(attachment.fileSize)}</span>
    </>
  );
  const line = "flex h-7 max-w-full items-center gap-1.5 px-2 text-sm";
  return (
    <li className="-mx-2 w-full min-w-0">
      {ask === null ? (
        <span className={cx(line, "text-soft")}>{name}</span>
      ) : (
        <button
          type="button"
          aria-haspopup="dialog"
          title={`Download ${attachment.filename}`}
          onClick={() => setAsking(true)}
          className={cx(
            line,
            "rounded-control transition-colors duration-120 hover:bg-hover focus-visible:outline-offset-[-2px]",
          )}
        >
          {name}
        </button>
      )}
      <p className="px-2 pb-1 pl-6.5 text-red text-xs">{warning.words}</p>
      {isAsking && ask !== null && (
        <DownloadQuestion attachment={attachment} ask={ask} onClose={() => setAsking(false)} />
      )}
    </li>
  );
}
