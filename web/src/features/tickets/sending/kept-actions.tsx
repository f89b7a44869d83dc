import type { KeptReply } from "@deskhand/contract/desk/kept-replies";
import { useState } from "react";
import { useSession } from "../../../lib/session.ts";
import { Button, isRepeatedClick } from "../../../ui/button.tsx";
import { dueOf } from "./kept-replies.ts";
import { SendLaterDialog } from "./send-later-dialog.tsx";
import { useKeptActions, useSecondsTo } from "./use-kept-replies.ts";

interface KeptActionsProps extends Pick<KeptReply, "id" | "authorId" | "authorName" | "isLater" | "dueAt"> {
  /** Of its buttons, in a list where Tab stops at one row. */
  tabIndex?: number;
}

/** What can be done with a waiting reply: by its author if it is scheduled, and by supervisors with a colleague's. */
export function KeptActions({ tabIndex, ...kept }: KeptActionsProps) {
  const { authorId, authorName, isLater } = kept;
  const { user, can } = useSession();
  const { undo, sendNow, move, cancel } = useKeptActions();
  const [isMoving, setMoving] = useState(false);
  const due = dueOf(kept);
  const isWaiting = useSecondsTo(due) > 0;
  const isOwn = user?.id === authorId;
  return (
    <>
      {isOwn && isLater && isWaiting && (
        <div className="flex flex-wrap gap-1.5">
          <Button size="sm" tabIndex={tabIndex} onClick={(event) => isRepeatedClick(event) || undo(kept)}>
            Undo
          </Button>
          <Button
            size="sm"
            tabIndex={tabIndex}
            variant="ghost"
            onClick={(event) => isRepeatedClick(event) || sendNow(kept)}
          >
            Send now
          </Button>
          <Button size="sm" tabIndex={tabIndex} variant="ghost" onClick={() => setMoving(true)}>
            Change time
          </Button>
        </div>
      )}
      {!isOwn && can("replies:cancel") && isWaiting && (
        <div>
          <Button
            size="sm"
            tabIndex={tabIndex}
            title={`It is ${authorName}’s draft again`}
            onClick={(event) => isRepeatedClick(event) || cancel(kept)}
          >
            Take back
          </Button>
        </div>
      )}
      {isMoving && (
        <SendLaterDialog
          title="Change time"
          chosen={new Date(due)}
          onChoose={(until) => {
            setMoving(false);
            move(kept, until);
          }}
          onClose={() => setMoving(false)}
        />
      )}
    </>
  );
}
