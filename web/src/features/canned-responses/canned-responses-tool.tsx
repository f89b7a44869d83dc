import { MessageSquareText } from "lucide-react";
import { useRef, useState } from "react";
import { createPortal } from "react-dom";
import { Banner } from "../../ui/banner.tsx";
import { Button, ToolButton } from "../../ui/button.tsx";
import { loadLater } from "../../ui/load-later.tsx";
import { PlaceholderNotice } from "./placeholder-notice.tsx";

const CannedResponsesDialog = loadLater(() =>
  import("./canned-responses-dialog.tsx").then(({ CannedResponsesDialog }) => CannedResponsesDialog),
);

interface CannedResponsesToolProps {
  ticketId: string;
  text: string;
  setText: (text: string) => void;
  select: (start: number, end: number) => void;
  focus: () => void;
  isSending: boolean;
  /** Where to show what is to be said about the text. */
  above: HTMLElement | null;
}

/** The 'Canned Responses' button; choosing one replaces the reply's text (docs/product.md#canned-responses), which can be undone. */
export function CannedResponsesTool(props: CannedResponsesToolProps) {
  const { ticketId, text, setText, select, focus, isSending, above } = props;
  const [isOpen, setOpen] = useState(false);
  const [replaced, setReplaced] = useState<{ before: string; after: string; title: string } | null>(null);
  const latest = useRef(text);
  latest.current = text;
  const canUndo = replaced !== null && replaced.after === text;

  function use(after: string, title: string) {
    const before = latest.current;
    setReplaced(before.trim() === "" || before === after ? null : { before, after, title });
    setText(after);
  }

  return (
    <>
      <ToolButton
        label="Canned Responses"
        icon={<MessageSquareText size={15} aria-hidden />}
        disabled={isSending}
        onClick={() => {
          setReplaced(null);
          setOpen(true);
        }}
      />
      {isOpen && (
        <CannedResponsesDialog
          ticketId={ticketId}
          onUse={use}
          onClose={() => {
            setOpen(false);
            // After the dialog has given the focus back to its button.
            requestAnimationFrame(focus);
          }}
        />
      )}
      {above !== null &&
        createPortal(
          <>
            {canUndo && (
              <Banner
                kind="info"
                onDismiss={() => setReplaced(null)}
                action={
                  <Button
                    size="sm"
                    onClick={() => {
                      setText(replaced.before);
                      setReplaced(null);
                      focus();
                    }}
                  >
                    Undo
                  </Button>
                }
              >
                Your text was replaced by “{replaced.title}”.
              </Banner>
            )}
            <PlaceholderNotice text={text} onShow={select} />
          </>,
          above,
        )}
    </>
  );
}
