import { Button } from "../button.tsx";
import { Dialog, type DialogProps } from "./dialog.tsx";

interface DangerDialogProps extends Pick<DialogProps, "title" | "onClose" | "children"> {
  /** What the button says that does it, and while it is done. */
  confirmText: string;
  busyText: string;
  isBusy: boolean;
  onConfirm: () => void;
}

/** Asks before something that cannot be taken back; the focus is on "Cancel". */
export function DangerDialog({ confirmText, busyText, isBusy, onConfirm, children, ...dialog }: DangerDialogProps) {
  return (
    <Dialog
      {...dialog}
      size="sm"
      footer={
        <>
          <Button data-autofocus disabled={isBusy} onClick={dialog.onClose}>
            Cancel
          </Button>
          <Button variant="danger" busy={isBusy} busyText={busyText} onClick={onConfirm}>
            {confirmText}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">{children}</div>
    </Dialog>
  );
}
