import type { TicketDetail } from "@deskhand/contract/tickets";
import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useRef } from "react";
import { isArchived } from "../../../../entities/ticket/is-archived.ts";
import { api } from "../../../../lib/api.ts";
import { useSession } from "../../../../lib/session.ts";
import { FileDropArea } from "../../files/file-drop-area.tsx";
import { Composer, type ComposerHandle } from "../composer/composer.tsx";
import type { ComposerTools } from "../composer/reply-draft.ts";
import { Thread, type ThreadHandle } from "./thread.tsx";

interface MessagesTabProps {
  ticket: TicketDetail;
  composer: RefObject<ComposerHandle | null>;
  tools: ComposerTools;
}

/** The thread and, while the ticket is not archived, the composer under it. */
export function MessagesTab({ ticket, composer, tools }: MessagesTabProps) {
  const { can } = useSession();
  const cache = useQueryClient();
  const thread = useRef<ThreadHandle>(null);
  /** The newest message that was in view, for as long as the reader is further up. */
  const lastInView = useRef(ticket.messages.at(-1)?.id ?? null);

  function newestShown(): string | null {
    const newest = thread.current?.newestInView();
    if (newest !== undefined) lastInView.current = newest;
    return lastInView.current;
  }

  async function review() {
    await cache.invalidateQueries({ queryKey: api.tickets.get.key({ input: { id: ticket.id } }) });
    thread.current?.toNewest();
  }

  const canReply = !isArchived(ticket.status) && can("messages:reply");
  return (
    <FileDropArea onFiles={canReply ? (files) => composer.current?.attach(files) : undefined}>
      <Thread ref={thread} ticket={ticket} onCaughtUp={(newest) => composer.current?.acknowledge(newest)} />
      {canReply && (
        <Composer
          ref={composer}
          ticket={ticket}
          tools={tools}
          newestShown={newestShown}
          onReview={() => void review()}
        />
      )}
    </FileDropArea>
  );
}
