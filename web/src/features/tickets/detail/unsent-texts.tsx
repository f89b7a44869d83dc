import { Copy } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { draftKey, readDraft, subscribeDrafts, writeDraft } from "../../../lib/drafts.ts";
import { useSession } from "../../../lib/session.ts";
import { announce } from "../../../ui/announcer.tsx";
import { Button } from "../../../ui/button.tsx";
import { Textarea } from "../../../ui/form/textarea.tsx";

const kinds = {
  reply: "Your unsent reply",
  note: "Your unsaved note",
  "status-note": "Your unsaved status note",
  "tracking-note": "Your unsaved tracking note",
};

/** Returns this user's unsent texts of a ticket, each with its label. */
export function unsentTexts(userId: string, ticketId: string): { label: string; text: string }[] {
  return Object.entries(kinds)
    .map(([kind, label]) => ({ label, text: readDraft(draftKey(userId, kind, ticketId)) }))
    .filter(({ text }) => text.trim() !== "");
}

/** Forgets a ticket's unsent texts. */
export function forgetUnsent(userId: string, ticketId: string): void {
  for (const kind of Object.keys(kinds)) {
    for (const part of [kind, ...["key", "seen", "files", "resources", "recipients"].map((rest) => `${kind}-${rest}`)])
      writeDraft(draftKey(userId, part, ticketId), "");
  }
  writeDraft(draftKey(userId, "forward", ticketId), "");
}

/** Lists the unsent texts of a deleted ticket for copying. */
export function UnsentTextList({ ticketId }: { ticketId: string }) {
  const userId = useSession().user?.id ?? "";
  const [texts, setTexts] = useState(() => unsentTexts(userId, ticketId));
  // A reply that was on its way may come back.
  useEffect(() => subscribeDrafts(() => setTexts(unsentTexts(userId, ticketId))), [userId, ticketId]);
  if (texts.length === 0) return null;
  return (
    <div className="mx-auto mb-6 flex w-full max-w-150 flex-col gap-4 px-5">
      {texts.map(({ label, text }) => (
        <UnsentText key={label} label={label} text={text} />
      ))}
    </div>
  );
}

function UnsentText({ label, text }: { label: string; text: string }) {
  const id = useId();
  const [isCopied, setCopied] = useState(false);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      announce("Copied");
    } catch {
      // Without TLS or permission there is no clipboard: the text is selected, to be copied by hand.
      document.querySelector<HTMLTextAreaElement>(`#${CSS.escape(id)}`)?.select();
    }
  }

  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-end justify-between gap-3">
        <label htmlFor={id} className="font-medium text-sm text-soft">
          {label}
        </label>
        <Button size="sm" icon={<Copy size={13} aria-hidden />} onClick={() => void copy()}>
          {isCopied ? "Copied" : "Copy"}
        </Button>
      </div>
      <Textarea id={id} readOnly dir="auto" rows={3} maxRows={8} value={text} />
    </div>
  );
}
