import type { Note } from "@deskhand/contract/messages";
import { memo } from "react";
import { formatDateTime } from "../../../../lib/format.ts";
import { MessageText } from "../thread/message-text.tsx";

/** One internal note, in amber so that nobody takes it for a message. */
export const NoteCard = memo(function NoteCard({ note: { authorName, createdAt, content } }: { note: Note }) {
  return (
    <li className="flex flex-col gap-1.5 rounded-panel border border-amber/25 bg-amber/6 px-3.5 py-2.5">
      <div className="flex flex-wrap justify-between gap-x-4 text-soft text-xs">
        <bdi className="font-medium text-ink break-anywhere">{authorName}</bdi>
        <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
      </div>
      <MessageText text={content} />
    </li>
  );
});
