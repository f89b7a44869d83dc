import type { SnoozeUntil } from "@deskhand/contract/desk/snooze-until";
import { useState } from "react";
import { counted } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { SnoozeChoice } from "../moving/snooze-choice.tsx";

interface SnoozeManyDialogProps {
  count: number;
  /** Null unsnoozes them. */
  onChoose: (until: SnoozeUntil | null) => void;
  onClose: () => void;
}

/** Snoozes the selected tickets until a chosen time, or unsnoozes them. */
export function SnoozeManyDialog({ count, onChoose, onClose }: SnoozeManyDialogProps) {
  const [opened] = useState(() => new Date());
  const choose = (until: SnoozeUntil | null) => {
    onChoose(until);
    onClose();
  };
  return (
    <Dialog
      size="sm"
      title={`Snooze ${counted(count, "ticket")}`}
      onClose={onClose}
      footer={<Button onClick={() => choose(null)}>Bring back now</Button>}
    >
      <div className="flex flex-col gap-4">
        <SnoozeChoice opened={opened} isBusy={false} onChoose={choose} />
        <p className="text-soft text-xs">
          Each comes back by itself then, and as soon as its customer answers. Nobody else's work on it brings it back.
        </p>
      </div>
    </Dialog>
  );
}
