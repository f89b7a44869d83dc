import type { Attachment } from "@deskhand/contract/messages";
import { ShieldAlert } from "lucide-react";
import { useState } from "react";
import { formatFileSize } from "../../../lib/format.ts";
import { cx } from "../../../ui/cx.ts";
import { loadLater } from "../../../ui/load-later.tsx";

const DownloadQuestion = loadLater(() =>
  import("./download-question.tsx").then(({ DownloadQuestion }) => DownloadQuestion),
);

/** A suspicious file with its warning below. Its name asks before downloading, if downloading is allowed at all. */
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

/** The warning beside a suspicious file, and the question before its download; null when it cannot be downloaded. */
export type FileWarning = { words: string; ask: { title: string; question: string } | null };

/** Returns what is wrong with a file from a stranger, or null. */
export function fileWarning({
  filename,
  isProgram,
  scan,
  virus,
}: Pick<Attachment, "filename" | "isProgram" | "scan" | "virus">): FileWarning | null {
  if (virus !== null) return { words: `Virus found: ${virus}`, ask: null };
  if (isProgram) {
    const question = `"${filename}" is a program, or holds one. Whoever opens it lets it do on their computer what it wants.`;
    return {
      words: "Program: opening it can harm your computer",
      ask: { title: "Download a program?", question },
    };
  }
  if (scan !== "waiting" && scan !== "too_large") return null;
  const words = scan === "waiting" ? "Not scanned for viruses yet" : "Too large to be scanned for viruses";
  const question = `Nobody knows yet whether "${filename}" holds a virus.`;
  return { words, ask: { title: "Download a file that was not scanned?", question } };
}

/** Downloads an address under a given name or the server's. */
export function downloadFrom(address: string, filename = ""): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = filename;
  link.click();
}
