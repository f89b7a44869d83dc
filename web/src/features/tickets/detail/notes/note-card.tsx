import type { Note } from "@deskhand/contract/messages";
import { Lock } from "lucide-react";
import { memo } from "react";
import { formatDateTime } from "../../../../lib/format.ts";
import { cx } from "../../../../ui/cx.ts";
import { MessageText } from "../thread/message-text.tsx";

/** An internal note, in amber so that nobody takes it for a message; within the thread it is also labelled. */
export const NoteCard = memo(function NoteCard({ note, inThread = false }: { note: Note; inThread?: boolean }) {
  const { id, authorName, createdAt, content } = note;
  return (
    <li
      data-entry-id={inThread ? id : undefined}
      className={cx(
        "flex flex-col gap-1.5 rounded-panel border border-amber/25 bg-amber/6 px-3.5 py-2.5",
        inThread && "w-[94%] self-end sm:w-[76%]",
      )}
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-soft text-xs">
        <bdi className="font-medium text-ink break-anywhere">{authorName}</bdi>
        {inThread && <OnlyYourTeam />}
        <time dateTime={createdAt} className="ml-auto pl-4">
          {formatDateTime(createdAt)}
        </time>
      </div>
      <MessageText text={content} />
    </li>
  );
});

/** Says that notes never leave the store. */
export function OnlyYourTeam() {
  return (
    <span className="flex items-center gap-1 text-amber text-xs">
      <Lock size={11} aria-hidden />
      Only colleagues see this
    </span>
  );
}
