import { type ReactNode, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { CopiedAddress } from "../copied-address.tsx";
import { LeaveQuestion, useUnsaved } from "../leave-guard.tsx";

interface SecretDialogProps {
  title: string;
  secret: string;
  /** What it is called: "secret", "key". */
  what: "secret" | "key";
  /** Says what it is for. */
  children: ReactNode;
  onClose: () => void;
}

/** Shows a secret that nothing shows again; only the button that says so closes it without a question. */
export function SecretDialog({ title, secret, what, children, onClose }: SecretDialogProps) {
  const [isAsking, setAsking] = useState(false);
  const question = {
    title: `Leave without the ${what}?`,
    text: "It is not shown again. Copy it before you leave.",
    leave: "Leave",
    stay: `Back to the ${what}`,
  };
  useUnsaved("secret", true, question);
  return (
    <Dialog
      size="sm"
      title={title}
      onClose={() => setAsking(true)}
      footer={
        <Button variant="primary" onClick={onClose}>
          I have copied it
        </Button>
      }
    >
      <p className="mb-3 text-soft">{children} It is not shown again.</p>
      <CopiedAddress address={secret} verb={what === "key" ? "Copy Key" : "Copy Secret"} what={what} />
      {isAsking && <LeaveQuestion question={question} onLeave={onClose} onStay={() => setAsking(false)} />}
    </Dialog>
  );
}
