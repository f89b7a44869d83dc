import { useState } from "react";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { Button } from "../../ui/button.tsx";
import { RadioList } from "../../ui/form/radio-list.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { useSetAway } from "./use-away.ts";

interface GoAwayDialogProps {
  person: { id: string; name: string };
  isSelf?: boolean;
  onClose: () => void;
}

/** Asks what becomes of somebody's open tickets before they are away. */
export function GoAwayDialog({ person: { id, name }, isSelf = false, onClose }: GoAwayDialogProps) {
  const [choice, setChoice] = useState<"keep" | "hand-over">("keep");
  const go = useSetAway(onClose);
  return (
    <Dialog
      size="sm"
      title={isSelf ? "Go Away" : `Set ${name} Away`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={go.isPending}
            onClick={() => go.mutate({ userId: id, name, isAway: true, handsOver: choice === "hand-over" })}
          >
            {isSelf ? "I am away" : "Set away"}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <FailureBanner error={go.error} title="Not changed" onDismiss={go.reset} />
        <RadioList
          legend={isSelf ? "What becomes of your open tickets" : "What becomes of their open tickets"}
          value={choice}
          disabled={go.isPending}
          options={[
            { value: "keep", label: "Keep them", description: "They stay assigned as they are." },
            {
              value: "hand-over",
              label: "Hand them over",
              description:
                "Each goes back to its team, which may give it to somebody else. One without a team is unassigned.",
            },
          ]}
          onChange={setChoice}
        />
      </div>
    </Dialog>
  );
}
