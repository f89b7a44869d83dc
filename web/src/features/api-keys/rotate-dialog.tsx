import type { ApiKey } from "@deskhand/contract/programs/api-keys";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../lib/api.ts";
import { failsOffline } from "../../lib/retries.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { Button } from "../../ui/button.tsx";
import { RadioList } from "../../ui/form/radio-list.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";

interface RotateDialogProps {
  apiKey: ApiKey;
  /** Called with the new key, which nothing shows again. */
  onKey: (made: { name: string; key: string }) => void;
  onSettled: () => void;
  onClose: () => void;
}

const overlaps = [
  { value: "24", label: "For a day", description: "The usual choice: time to put the new key everywhere." },
  { value: "168", label: "For a week" },
  {
    value: "0",
    label: "Not at all",
    description: "For a key that others may have seen. Programs are refused at once.",
  },
] as const;

/** Gives a key another secret, after asking how long the present one stays good. */
export function RotateDialog({ apiKey: { id, name }, onKey, onSettled, onClose }: RotateDialogProps) {
  const [overlap, setOverlap] = useState<(typeof overlaps)[number]["value"]>("24");
  const rotate = useMutation({
    ...failsOffline,
    mutationFn: () => api.apiKeys.rotate.call({ id, overlapHours: Number(overlap) }),
    onSuccess: ({ key }) => onKey({ name, key }),
    onSettled,
  });
  return (
    <Dialog
      size="sm"
      title={`Rotate ${name}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={rotate.isPending} busyText="Rotating..." onClick={() => rotate.mutate()}>
            Rotate Key
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <FailureBanner error={rotate.error} title="The key was not rotated" onDismiss={rotate.reset} />
        <RadioList
          legend="How long the present key works beside the new one"
          value={overlap}
          disabled={rotate.isPending}
          options={overlaps}
          onChange={setOverlap}
        />
      </div>
    </Dialog>
  );
}
