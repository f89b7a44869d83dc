import { CircleAlert, Paperclip, RotateCw, X } from "lucide-react";
import { type MouseEvent, useRef } from "react";
import { formatFileSize } from "../../../lib/format.ts";
import { useOnline } from "../../../lib/use-online.ts";
import { Banner } from "../../../ui/banner.tsx";
import { isRepeatedClick, ToolButton } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { ChipRow } from "../../../ui/form/chip-row.tsx";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { type ReplyFile, totalText } from "./reply-file.ts";

interface ReplyFileListProps {
  files: readonly ReplyFile[];
  /** Why the reply cannot be sent yet, and the id by which the send button refers to it. */
  obstacle: string | null;
  obstacleId: string;
  /** Whether the reply is being sent, so that nothing can be changed. */
  isLocked: boolean;
  onRemove: (key: string) => void;
  onRetry: (key: string) => void;
  /** Called when the focused control was removed with the last file. */
  onEmpty: () => void;
}

/** The files of the reply, each with its progress. */
export function ReplyFileList(props: ReplyFileListProps) {
  const { files, obstacle, obstacleId, isLocked, onRemove, onRetry, onEmpty } = props;
  const list = useRef<HTMLUListElement>(null);
  const isOnline = useOnline();

  function remove(event: MouseEvent<HTMLButtonElement>, key: string) {
    if (isRepeatedClick(event)) return;
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>("[data-remove]") ?? [])];
    const at = buttons.indexOf(event.currentTarget);
    const next = buttons[at + 1] ?? buttons[at - 1];
    if (next === undefined) onEmpty();
    else next.focus();
    onRemove(key);
  }

  if (files.length === 0) return null;
  return (
    <ChipRow
      ref={list}
      label="Files of the reply"
      head={
        <>
          <p className="text-soft tabular">Attached: {totalText(files)}</p>
          {obstacle !== null && (
            <p id={obstacleId} className="min-w-0 text-amber break-anywhere">
              {obstacle}
            </p>
          )}
        </>
      }
    >
      {files.map((file) => (
        <ReplyFileRow
          key={file.key}
          file={file}
          isOnline={isOnline}
          isLocked={isLocked}
          onRemove={(event) => remove(event, file.key)}
          onRetry={() => onRetry(file.key)}
        />
      ))}
    </ChipRow>
  );
}

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
  // All bytes are sent, and the server is checking the file.
  if (phase === "sending" && progress >= 1) return "Checking…";
  return phase === "sending" ? `${Math.round(progress * 100)} %` : "Waiting…";
}

const iconButton =
  "grid size-6 shrink-0 place-items-center rounded-tag text-soft transition-colors duration-120 enabled:hover:bg-hover enabled:hover:text-ink disabled:opacity-55";

function ReplyFileRow({ file, isOnline, isLocked, onRemove, onRetry }: ReplyFileRowProps) {
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

interface FileNoticesProps {
  notices: readonly string[];
  onDismiss: () => void;
}

/** Notices about files that were refused or lost. */
export function FileNotices({ notices, onDismiss }: FileNoticesProps) {
  if (notices.length === 0) return null;
  return (
    <Banner kind="warning" onDismiss={onDismiss}>
      {notices.map((notice) => (
        <p key={notice}>{notice}</p>
      ))}
    </Banner>
  );
}

interface AttachFileButtonProps {
  disabled: boolean;
  onFiles: (files: File[]) => void;
}

/** The 'Attach File' button, for several files at once (docs/product.md#files-of-a-reply). */
export function AttachFileButton({ disabled, onFiles }: AttachFileButtonProps) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <ToolButton
        label="Attach File"
        icon={<Paperclip size={15} aria-hidden />}
        disabled={disabled}
        onClick={(event) => isRepeatedClick(event) || field.current?.click()}
        title="Attach File (you can also drop files here, or paste them into the text)"
      />
      <input
        ref={field}
        type="file"
        multiple
        hidden
        tabIndex={-1}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // Lets the same file be chosen again after it was removed.
          target.value = "";
        }}
      />
    </>
  );
}
