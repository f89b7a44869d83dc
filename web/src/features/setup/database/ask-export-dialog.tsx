import type { StoreExport } from "@deskhand/contract/admin/setup";
import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { api } from "../../../lib/api.ts";
import { FailureBanner } from "../../../screens/failure-banner.tsx";
import { useForm } from "../../../screens/use-form.ts";
import { Button } from "../../../ui/button.tsx";
import type { Proof, RenderProof } from "../../../ui/form/render-proof.ts";
import { Dialog } from "../../../ui/overlay/dialog.tsx";

interface AskExportDialogProps {
  renderProof: RenderProof;
  /** Whether one is kept, which goes then. */
  replaces: boolean;
  onAsked: (asked: StoreExport) => void;
  onClose: () => void;
}

/** Asks for an export of the store, once the admin said who they are. */
export function AskExportDialog({ renderProof, replaces, onAsked, onClose }: AskExportDialogProps) {
  const formId = useId();
  const [proof, setProof] = useState<Proof>({ password: "" });
  const ask = useMutation(
    api.setup.askExport.mutationOptions({
      onSuccess(asked) {
        onAsked(asked);
        onClose();
      },
    }),
  );
  const form = useForm<"password" | "code">({ save: ask, send: () => ask.mutate(proof) });
  return (
    <Dialog
      size="sm"
      title="Export the Store"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" busy={ask.isPending} busyText="Asking...">
            Export the Store
          </Button>
        </>
      }
    >
      <form {...form.props} id={formId} className="flex flex-col gap-4">
        <FailureBanner error={form.failure} title="No export was asked for" onDismiss={form.clear} />
        <p>
          It holds all that your customers wrote. It is kept for seven days for the admins of your store, and that you
          asked for it stands in the audit log.
        </p>
        {replaces && <p className="text-soft">The export that is kept now is removed.</p>}
        {renderProof({
          faults: form.faults,
          onChange: (typed) => {
            setProof(typed);
            form.edited();
          },
        })}
      </form>
    </Dialog>
  );
}
