import { useState } from "react";
import { useSession } from "../../../lib/session.ts";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { TimeChoice } from "../moving/snooze-choice.tsx";

interface SendLaterDialogProps {
  title: string;
  /** The time chosen before. */
  chosen?: Date;
  onChoose: (until: string) => void;
  onClose: () => void;
}

/** Schedules a reply; arrow keys move between the suggestions. */
export function SendLaterDialog({ title, chosen, onChoose, onClose }: SendLaterDialogProps) {
  // Fixed on opening, so that nothing moves under the pointer.
  const [opened] = useState(() => new Date());
  const { client } = useSession();
  return (
    <Dialog size="sm" title={title} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <TimeChoice
          opened={opened}
          isBusy={false}
          chosen={chosen}
          zone={client?.timeZone}
          action={{ label: title, busy: "Saving..." }}
          onChoose={(at) => onChoose(at.toISOString())}
        />
        <p className="text-soft text-xs">
          It waits on the ticket and in Messages, where your colleagues see it. When somebody writes before it leaves,
          it comes back to you and you are notified.
        </p>
      </div>
    </Dialog>
  );
}
