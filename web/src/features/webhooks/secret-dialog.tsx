import { useState } from "react";
import { CopiedAddress } from "../../screens/copied-address.tsx";
import { LeaveQuestion, useUnsaved } from "../../screens/leave-guard.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";

const question = {
  title: "Leave without the secret?",
  text: "It is not shown again. Copy it before you leave.",
  leave: "Leave",
  stay: "Back to the secret",
};

/** Shows the secret of a webhook, this once; only the button that says so closes it without a question. */
export function SecretDialog({ name, secret, onClose }: { name: string; secret: string; onClose: () => void }) {
  const [isAsking, setAsking] = useState(false);
  useUnsaved("secret", true, question);
  return (
    <Dialog
      size="sm"
      title={`Secret of ${name}`}
      onClose={() => setAsking(true)}
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
      {isAsking && <LeaveQuestion question={question} onLeave={onClose} onStay={() => setAsking(false)} />}
    </Dialog>
  );
}
