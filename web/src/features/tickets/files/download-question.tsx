import type { Attachment } from "@deskhand/contract/messages";
import { DangerDialog } from "../../../ui/overlay/dialog.tsx";
import { downloadFrom, type FileWarning } from "./doubtful-file.tsx";

interface DownloadQuestionProps {
  attachment: Attachment;
  ask: NonNullable<FileWarning["ask"]>;
  onClose: () => void;
}

/** Asks for confirmation before a possibly harmful file is downloaded. */
export function DownloadQuestion({ attachment, ask, onClose }: DownloadQuestionProps) {
  function download() {
    downloadFrom(attachment.url, attachment.filename);
    onClose();
  }
  return (
    <DangerDialog
      title={ask.title}
      confirmText="Download"
      busyText="Download"
      isBusy={false}
      onConfirm={download}
      onClose={onClose}
    >
      <p className="break-anywhere">{ask.question}</p>
      <p className="text-soft">Download it only if you know who sent it, and expected it.</p>
    </DangerDialog>
  );
}
