import { Lock } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";

interface PrivateQuestionProps {
  /** The title of a resource that is for the team only. */
  title: string;
  /** What would be done with it. */
  kind: keyof typeof questions;
  onConfirm: () => void;
  onClose: () => void;
}

const questions = {
  attach: { text: "Private: the customer will read it.", confirmText: "Attach to Reply" },
  link: { text: "Private: customers cannot open this link.", confirmText: "Copy Link" },
};

/** Asks before what is private goes to a customer, or a link is copied that only the team can open. */
export function PrivateQuestion({ title, kind, onConfirm, onClose }: PrivateQuestionProps) {
  const { text, confirmText } = questions[kind];
  return (
    <Dialog
      size="sm"
      title={<bdi>{title}</bdi>}
      onClose={onClose}
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            onClick={() => {
              onClose();
              onConfirm();
            }}
          >
            {confirmText}
          </Button>
        </>
      }
    >
      <p className="flex items-center gap-2">
        <Lock size={15} aria-hidden className="shrink-0 text-amber" />
        {text}
      </p>
    </Dialog>
  );
}
