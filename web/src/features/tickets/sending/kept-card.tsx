import type { KeptReply } from "@deskhand/contract/desk/kept-replies";
import { Clock, Paperclip } from "lucide-react";
import { type IsKnown, namesByKind, wordsOf } from "../../../entities/person/mailbox-words.ts";
import { ActionChips } from "../../../entities/ticket/action-chips.tsx";
import { useSession } from "../../../lib/session.ts";
import { MessageText } from "../detail/thread/message-text.tsx";
import { KeptActions } from "./kept-actions.tsx";
import { dueOf } from "./kept-replies.ts";
import { leavesWords, useSecondsTo } from "./use-kept-replies.ts";

/**
 * A reply waiting for its time, below the thread, for everybody who sees the ticket (docs/product.md#undoing-a-reply).
 */
export function KeptCard({ kept, isKnown }: { kept: KeptReply; isKnown: IsKnown }) {
  const { id, authorId, authorName, content, recipients, files, isLater, macro } = kept;
  const isOwn = useSession().user?.id === authorId;
  const due = dueOf(kept);
  const seconds = useSecondsTo(due);
  const leaves = isLater ? leavesWords(due).replace("Leaves", "leaves") : `leaves in ${seconds} s`;
  return (
    <li
      data-entry-id={id}
      data-is-message
      className="flex w-[94%] flex-col gap-1.5 self-end rounded-panel border border-accent/30 border-dashed bg-accent/10 px-3.5 py-2.5 sm:w-[76%]"
    >
      <p className="flex items-center gap-1.5 text-soft text-xs">
        <Clock size={13} aria-hidden className="shrink-0" />
        <span className="min-w-0 break-anywhere tabular">
          <bdi className="font-medium text-ink">{isOwn ? "Your reply" : `${authorName}’s reply`}</bdi>{" "}
          {seconds === 0 ? "is on its way" : leaves}
        </span>
      </p>
      {recipients !== null && (
        <p className="-mt-1 text-soft text-xs break-anywhere">
          To <bdi>{namesByKind(recipients, isKnown)}</bdi>
        </p>
      )}
      <MessageText label="Message Text:" text={content} />
      {files.length > 0 && (
        <p className="flex items-center gap-1.5 text-soft text-xs">
          <Paperclip size={13} aria-hidden className="shrink-0" />
          <span className="min-w-0 break-anywhere">{wordsOf(files.map(({ filename }) => filename))}</span>
        </p>
      )}
      {macro !== null && macro.actions.length > 0 && (
        <ul aria-label="On Send" className="flex flex-wrap gap-1.5">
          <ActionChips actions={macro.actions} />
        </ul>
      )}
      <KeptActions id={id} authorId={authorId} authorName={authorName} isLater={isLater} dueAt={kept.dueAt} />
    </li>
  );
}
