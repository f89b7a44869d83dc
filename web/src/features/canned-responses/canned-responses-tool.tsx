import { findPlaceholders } from "@deskhand/contract/desk/placeholders";
import { Braces, MessageSquareText } from "lucide-react";
import { type ReactNode, useState } from "react";
import { createPortal, flushSync } from "react-dom";
import type { ReplyDraft } from "../../entities/ticket/reply-draft.ts";
import { ToolButton } from "../../ui/button.tsx";
import { loadLater } from "../../ui/load-later.tsx";

const CannedResponsesDialog = loadLater(() =>
  import("./canned-responses-dialog.tsx").then(({ CannedResponsesDialog }) => CannedResponsesDialog),
);

interface CannedResponsesToolProps extends ReplyDraft {
  /** Fills in what is still open, where that can be offered. */
  fill: ReactNode;
}

/** The 'Canned Responses' button; choosing one replaces the reply's text (docs/product.md#canned-responses), which can be undone. */
export function CannedResponsesTool({ fill, ...draft }: CannedResponsesToolProps) {
  const { ticket, text, replaceText, select, focus, isSending, above } = draft;
  const [isOpen, setOpen] = useState(false);

  return (
    <>
      <ToolButton
        label="Canned Responses"
        icon={<MessageSquareText size={15} aria-hidden />}
        disabled={isSending}
        onClick={() => setOpen(true)}
      />
      {isOpen && (
        <CannedResponsesDialog
          ticketId={ticket.id}
          onUse={(content, title) => replaceText(content, `Your text was replaced by “${title}”.`)}
          onClose={() => {
            // The dialog gives the focus back to its button first.
            flushSync(() => setOpen(false));
            focus();
          }}
        />
      )}
      {above !== null && createPortal(<PlaceholderNotice text={text} onShow={select} fill={fill} />, above)}
    </>
  );
}

interface PlaceholderNoticeProps extends Pick<CannedResponsesToolProps, "text" | "fill"> {
  onShow: (start: number, end: number) => void;
}

/** Says which placeholders a reply still has, and leads to each. */
function PlaceholderNotice({ text, onShow, fill }: PlaceholderNoticeProps) {
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
      {open.some(({ name }) => /^(?:order|tracking)\./.test(name)) && fill}
    </div>
  );
}
