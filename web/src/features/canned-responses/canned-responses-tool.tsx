import { findPlaceholders, isOfOrder } from "@deskhand/contract/desk/placeholders";
import type { Mailbox } from "@deskhand/contract/recipients";
import { useQuery } from "@tanstack/react-query";
import { Braces, MessageSquareText } from "lucide-react";
import { useState } from "react";
import { createPortal, flushSync } from "react-dom";
import { mailboxName } from "../../entities/person/mailbox-words.ts";
import type { ReplyDraft } from "../../entities/ticket/reply-draft.ts";
import { writtenTo } from "../../entities/ticket/told-order.ts";
import { api } from "../../lib/api.ts";
import { ToolButton } from "../../ui/button.tsx";
import { loadLater } from "../../ui/load-later.tsx";

const CannedResponsesDialog = loadLater(() =>
  import("./canned-responses-dialog.tsx").then(({ CannedResponsesDialog }) => CannedResponsesDialog),
);

/** The 'Canned Responses' button; choosing one replaces the reply's text (docs/product.md#canned-responses), which can be undone. */
export function CannedResponsesTool(draft: ReplyDraft) {
  const { ticket, replaceText, focus, isSending, above } = draft;
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
          draft={draft}
          onUse={(content, title) => replaceText(content, `Your text was replaced by “${title}”.`)}
          onClose={() => {
            // The dialog gives the focus back to its button first.
            flushSync(() => setOpen(false));
            focus();
          }}
        />
      )}
      {above !== null && createPortal(<PlaceholderNotice key={ticket.customer?.id} draft={draft} />, above)}
    </>
  );
}

/** Says which placeholders a reply still has, and leads to each; why those of an order were left, where that is for whom it goes to. */
function PlaceholderNotice({ draft: { ticket, text, recipients, select } }: { draft: ReplyDraft }) {
  const open = findPlaceholders(text);
  const ofOrder = open.filter(({ name }) => isOfOrder(name));
  const input = { ticketId: ticket.id, ...writtenTo(recipients) };
  const { data } = useQuery(
    api.cannedResponses.values.queryOptions({ input, enabled: ofOrder.length > 0, refetchOnMount: "always" }),
  );
  const isWithheld = data?.withheld.some((withheld) => ofOrder.some(({ name }) => name === withheld)) === true;
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
          onClick={() => select(start, end)}
          className="rounded-tag border border-amber/35 px-1.5 font-mono text-ink text-xs leading-5 hover:bg-amber/15"
        >
          {name}
        </button>
      ))}
      {isWithheld && <span className="basis-full">{strangersWords(recipients.to)}</span>}
    </div>
  );
}

function strangersWords([only, another]: readonly Mailbox[]): string {
  const who = only === undefined || another !== undefined ? "Nobody in To is" : `${mailboxName(only)} is not`;
  return `${who} the customer of this order.`;
}
