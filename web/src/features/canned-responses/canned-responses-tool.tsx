import { findPlaceholders } from "@deskhand/contract/placeholders";
import { Braces, MessageSquareText } from "lucide-react";
import { useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { ReplyDraft } from "../../entities/ticket/reply-draft.ts";
import { Banner, BannerButton } from "../../ui/banner.tsx";
import { ToolButton } from "../../ui/button.tsx";
import { loadLater } from "../../ui/load-later.tsx";

const CannedResponsesDialog = loadLater(() =>
  import("./canned-responses-dialog.tsx").then(({ CannedResponsesDialog }) => CannedResponsesDialog),
);

/** The 'Canned Responses' button; choosing one replaces the reply's text (docs/product.md#canned-responses), which can be undone. */
export function CannedResponsesTool({ ticket, text, setText, select, focus, isSending, above }: ReplyDraft) {
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

  function undo(before: string) {
    setText(before);
    setReplaced(null);
    focus();
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
          ticketId={ticket.id}
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
                action={<BannerButton onClick={() => undo(replaced.before)}>Undo</BannerButton>}
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

/** Says which placeholders a reply still has, and leads to each. */
function PlaceholderNotice({ text, onShow }: { text: string; onShow: (start: number, end: number) => void }) {
  const open = findPlaceholders(text);
  if (open.length === 0) return null;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-2 gap-y-1.5 rounded-control border border-amber/35 bg-amber/10 px-3 py-1.5 text-amber text-sm"
    >
      <Braces size={14} aria-hidden className="shrink-0" />
      <span>
        {open.length === 1 ? "1 placeholder could not be filled:" : `${open.length} placeholders could not be filled:`}
      </span>
      {open.map(({ name, start, end }) => (
        <button
          key={start}
          type="button"
          onClick={() => onShow(start, end)}
          className="rounded-tag border border-amber/35 px-1.5 font-mono text-ink text-xs leading-5 hover:bg-amber/15"
        >
          {name}
        </button>
      ))}
    </div>
  );
}
