import type { TeamUser } from "@deskhand/contract/team";
import { useId, useState } from "react";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { useForm } from "../../screens/use-form.ts";
import { Button } from "../../ui/button.tsx";
import type { Proof, RenderProof } from "../../ui/form/render-proof.ts";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { useResetTwoFactor } from "./use-team.ts";

interface ResetFactorDialogProps {
  user: TeamUser;
  renderProof: RenderProof;
  onDone: (message: string) => void;
  onClose: () => void;
}

/** Takes the second factor of somebody who lost it away, once the admin said who they are (docs/product.md#two-factors). */
export function ResetFactorDialog({ user, renderProof, onDone, onClose }: ResetFactorDialogProps) {
  const formId = useId();
  const [proof, setProof] = useState<Proof>({ password: "" });
  const reset = useResetTwoFactor(onDone);
  const form = useForm<"password" | "code">({ save: reset, send: () => reset.mutate({ user, proof }) });
  return (
    <Dialog
      size="sm"
      title={
        <>
          Reset Two-Factor: <bdi>{user.name}</bdi>
        </>
      }
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="danger" busy={reset.isPending} busyText="Resetting...">
            Reset Two-Factor
          </Button>
        </>
      }
    >
      <form {...form.props} id={formId} className="flex flex-col gap-4">
        <FailureBanner error={form.failure} title="Failed to reset two-factor sign-in" onDismiss={form.clear} />
        <p className="break-anywhere">
          Make sure that it is <bdi>{user.name}</bdi> who asks, by a call for one: whoever knows their password signs in
          without a code then.
        </p>
        <p className="text-soft">They are signed out everywhere at once, told by mail, and can set it up again.</p>
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
