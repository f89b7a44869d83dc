import { MessageSquarePlus } from "lucide-react";
import { useLayoutEffect, useRef, useState } from "react";
import { useSession } from "../../lib/session.ts";
import { Button } from "../../ui/button.tsx";
import { useIsCovered } from "../../ui/overlay/panel.tsx";
import { FeedbackDialog, useFeedback } from "./feedback-dialog.tsx";

/** The feedback button above every section, and its dialog (docs/product.md#feedback). */
export function FeedbackWidget() {
  const { user, can } = useSession();
  return user !== null && can("feedback:send") ? <Widget user={user} /> : null;
}

function Widget({ user }: { user: { id: string; email: string } }) {
  const [isOpen, setOpen] = useState(false);
  const isCovered = useIsCovered();
  const button = useRef<HTMLButtonElement>(null);
  const awaitsFocus = useRef(false);
  const feedback = useFeedback(user.id, () => setOpen(false));

  // Hidden while a dialog is open; it returns only after that dialog has looked for it to restore the focus.
  useLayoutEffect(() => {
    if (isOpen) awaitsFocus.current = true;
    else if (awaitsFocus.current && !isCovered) {
      awaitsFocus.current = false;
      button.current?.focus();
    }
  }, [isOpen, isCovered]);

  return (
    <>
      {!isCovered && (
        <Button
          ref={button}
          size="lg"
          icon={<MessageSquarePlus size={18} aria-hidden />}
          aria-haspopup="dialog"
          title="Send Feedback"
          onClick={() => setOpen(true)}
          className="fixed right-4 bottom-4 z-10 rounded-full shadow-float max-sm:right-3 max-sm:bottom-3 max-xl:w-10 max-xl:px-0 print:hidden"
        >
          <span className="max-xl:sr-only">Send Feedback</span>
        </Button>
      )}
      {isOpen && (
        <FeedbackDialog
          {...feedback}
          ownEmail={user.email}
          onClose={() => {
            setOpen(false);
            feedback.leave();
          }}
        />
      )}
    </>
  );
}
