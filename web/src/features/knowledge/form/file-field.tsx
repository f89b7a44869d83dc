import type { ResourceDetail, ResourceUpload } from "@deskhand/contract/knowledge";
import { limits } from "@deskhand/contract/limits";
import { CircleAlert, Paperclip, Upload, X } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { formatFileSize } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Field } from "../../../ui/form/field.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { accepted } from "./resource-fields.ts";
import type { Sending, useResourceUpload } from "./use-resource-upload.ts";

interface FileFieldProps {
  /** The edited resource; absent for a new one. */
  edited?: Pick<ResourceDetail, "fileUrl" | "fileName" | "fileSize"> | undefined;
  /** The uploaded file waiting to be saved. */
  file: ResourceUpload | null;
  dropsFile: boolean;
  uploading: ReturnType<typeof useResourceUpload>;
  error: string | undefined;
  isReadOnly: boolean;
  onChange: (part: { file?: ResourceUpload | null; dropsFile?: boolean }) => void;
}

/** A resource's file: chosen or dropped, uploaded at once, and removable. */
export function FileField(props: FileFieldProps) {
  const { edited, file, dropsFile, uploading, error, isReadOnly, onChange } = props;
  const { sending, cancel, retry, upload } = uploading;
  const input = useRef<HTMLInputElement>(null);
  const hasFile = edited !== undefined && edited.fileUrl !== null;
  const chooser = () => input.current?.focus();
  return (
    <Field
      label={edited !== undefined ? "File Upload (Optional - replaces existing file)" : "File Upload (Optional)"}
      hint={`One PDF, Word, text, JPG, PNG, GIF, MP4 or MP3 file (${accepted.replaceAll(",", ", ")}), at most ${formatFileSize(limits.resourceFileBytes)}`}
      error={error}
    >
      {(control) => (
        <div className="flex flex-col gap-2">
          {hasFile && file === null && sending === null && (
            <CurrentFile edited={edited} dropsFile={dropsFile} onDrop={(dropsFile) => onChange({ dropsFile })} />
          )}
          {sending !== null && <SendingFile sending={sending} onCancel={cancel} onRetry={retry} onGone={chooser} />}
          {file !== null && sending === null && (
            <FileLine name={file.fileName} detail={formatFileSize(file.fileSize)}>
              <IconButton
                size="sm"
                label={`Remove ${file.fileName}`}
                icon={<X size={14} aria-hidden />}
                disabled={isReadOnly}
                onClick={() => {
                  onChange({ file: null });
                  chooser();
                }}
              />
            </FileLine>
          )}
          <label
            className={cx(
              "flex flex-wrap items-center justify-center gap-x-2 gap-y-1 rounded-control border border-edge border-dashed px-3 py-2.5 text-center text-soft transition-colors duration-120",
              "hover:border-soft hover:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2",
              isReadOnly && "pointer-events-none opacity-55",
            )}
          >
            <Upload size={15} aria-hidden className="text-accent" />
            <span className="font-medium text-ink">{file === null ? "Choose a file" : "Choose another file"}</span>
            <span className="max-sm:hidden">or drop it here</span>
            <input
              {...control}
              ref={input}
              type="file"
              accept={accepted}
              disabled={isReadOnly}
              className="sr-only"
              onChange={({ target }) => {
                const picked = [...(target.files ?? [])];
                // Lets the same file be chosen again after it was removed.
                target.value = "";
                upload(picked);
              }}
            />
          </label>
        </div>
      )}
    </Field>
  );
}

interface CurrentFileProps {
  edited: Pick<ResourceDetail, "fileUrl" | "fileName" | "fileSize">;
  dropsFile: boolean;
  onDrop: (dropsFile: boolean) => void;
}

/** The resource's current file, until another replaces it. */
function CurrentFile({ edited: { fileUrl, fileName, fileSize }, dropsFile, onDrop }: CurrentFileProps) {
  if (dropsFile) {
    return (
      <FileLine name={fileName ?? ""} detail="comes off when you save">
        <Button size="sm" variant="ghost" onClick={() => onDrop(false)}>
          Keep it
        </Button>
      </FileLine>
    );
  }
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm text-soft">
      <span>
        Current file:{" "}
        <TextLink href={fileUrl ?? ""} target="_blank" rel="noreferrer" className="underline">
          View
        </TextLink>
      </span>
      <bdi className="min-w-0 truncate">{fileName}</bdi>
      {fileSize !== null && <span className="tabular">{formatFileSize(fileSize)}</span>}
      <Button size="sm" variant="ghost" className="ml-auto" onClick={() => onDrop(true)}>
        Remove file
      </Button>
    </p>
  );
}

function FileLine({ name, detail, children }: { name: string; detail: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-h-9 items-center gap-2 rounded-control border border-line bg-panel py-0.5 pr-1 pl-2.5 text-sm">
      <Paperclip size={14} aria-hidden className="shrink-0 text-soft" />
      <bdi className="min-w-0 truncate">{name}</bdi>
      <span className="mr-auto shrink-0 text-soft tabular">{detail}</span>
      {children}
    </div>
  );
}

interface SendingFileProps {
  sending: Sending;
  onCancel: () => void;
  onRetry: () => void;
  /** Called when the focused control was removed. */
  onGone: () => void;
}

/** A file being uploaded with its progress, or why it failed and a retry. */
function SendingFile({ sending: { name, size, progress, fault }, onCancel, onRetry, onGone }: SendingFileProps) {
  const cancel = () => {
    onCancel();
    onGone();
  };
  if (fault === null) {
    // All bytes are sent, and the server is checking the file.
    const state = progress >= 1 ? "Checking…" : `${Math.round(progress * 100)} % of ${formatFileSize(size)}`;
    return (
      <div>
        <FileLine name={name} detail={state}>
          <Button size="sm" variant="ghost" onClick={cancel}>
            Cancel upload
          </Button>
        </FileLine>
        <ProgressBar label={`Uploading ${name}`} part={progress} />
      </div>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 rounded-control border border-red/40 bg-red/10 py-1 pr-1 pl-2.5 text-sm">
      <CircleAlert size={14} aria-hidden className="shrink-0 text-red" />
      <div className="min-w-0 flex-1 basis-44 break-anywhere">
        <bdi>{name}</bdi> <span className="text-red">{fault.text}</span>
      </div>
      {fault.canRetry && (
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      )}
      <IconButton size="sm" label={`Remove ${name}`} icon={<X size={14} aria-hidden />} onClick={cancel} />
    </div>
  );
}
