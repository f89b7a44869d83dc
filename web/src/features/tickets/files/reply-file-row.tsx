import { CircleAlert, Paperclip, RotateCw, X } from "lucide-react";
import type { MouseEvent } from "react";
import { formatFileSize } from "../../../lib/format.ts";
import { cx } from "../../../ui/cx.ts";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import type { ReplyFile } from "./reply-file.ts";

interface ReplyFileRowProps {
  file: ReplyFile;
  isOnline: boolean;
  isLocked: boolean;
  onRemove: (event: MouseEvent<HTMLButtonElement>) => void;
  onRetry: () => void;
}

function stateText({ phase, size, progress, error }: ReplyFile, isOnline: boolean): string {
  if (phase === "failed") return error ?? "Not attached";
  if (phase === "stored") return formatFileSize(size);
  if (!isOnline) return "Waits for a connection";
  // All bytes are out, and the server is looking into them.
  if (phase === "sending" && progress >= 1) return "Checking…";
  return phase === "sending" ? `${Math.round(progress * 100)} %` : "Waiting…";
}

const iconButton =
  "grid size-6 shrink-0 place-items-center rounded-tag text-soft transition-colors duration-120 enabled:hover:bg-hover enabled:hover:text-ink disabled:opacity-55";

/** One file of the reply. */
export function ReplyFileRow({ file, isOnline, isLocked, onRemove, onRetry }: ReplyFileRowProps) {
  const { filename, phase, progress } = file;
  const hasFailed = phase === "failed";
  const isMoving = phase === "sending" || phase === "waiting";
  return (
    <li
      className={cx(
        "relative flex min-h-8 min-w-0 max-w-full items-center gap-1.5 overflow-hidden rounded-control border py-0.5 pr-1 pl-2 text-sm",
        hasFailed ? "border-red/40 bg-red/10" : "border-line bg-raised",
      )}
    >
      {hasFailed ? (
        <CircleAlert size={13} aria-hidden className="shrink-0 text-red" />
      ) : (
        <Paperclip size={13} aria-hidden className="shrink-0 text-soft" />
      )}
      <bdi className="min-w-0 max-w-64 truncate" title={filename}>
        {filename}
      </bdi>
      <span className={cx("shrink-0 text-xs tabular", hasFailed ? "text-red" : "text-soft")}>
        {stateText(file, isOnline)}
      </span>
      {hasFailed && (
        <button
          type="button"
          aria-label={`Try ${filename} again`}
          title="Try again"
          disabled={isLocked}
          onClick={onRetry}
          className={iconButton}
        >
          <RotateCw size={13} aria-hidden />
        </button>
      )}
      <button
        type="button"
        data-remove
        aria-label={`Remove ${filename}`}
        title="Remove"
        disabled={isLocked}
        onClick={onRemove}
        className={iconButton}
      >
        <X size={14} aria-hidden />
      </button>
      {isMoving && (
        <ProgressBar label={`Uploading ${filename}`} part={progress} className="absolute inset-x-0 bottom-0" />
      )}
    </li>
  );
}
