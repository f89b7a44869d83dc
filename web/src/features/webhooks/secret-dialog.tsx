import { CopiedAddress } from "../../screens/copied-address.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";

/** Shows the secret of a webhook, this once. */
export function SecretDialog({ name, secret, onClose }: { name: string; secret: string; onClose: () => void }) {
  return (
    <Dialog
      size="sm"
      title={`Secret of ${name}`}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          I have copied it
        </Button>
      }
    >
      <p className="mb-3 text-soft">
        Give it to the program at the other end, which checks with it that a delivery is yours. It is not shown again.
      </p>
      <CopiedAddress address={secret} verb="Copy Secret" what="secret" />
    </Dialog>
  );
}
