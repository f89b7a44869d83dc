import type { LeavingMail } from "@deskhand/contract/desk/message-center";
import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { wantComposer } from "../entities/ticket/wanted.ts";
import { MessageList } from "../features/message-center/message-list.tsx";
import { KeptActions } from "../features/tickets/sending/kept-actions.tsx";

const route = getRouteApi("/desk/dashboard/messages");

/** The mail that leaves, with what tickets contribute to it; the folder and the search are in the URL. */
export function MessagesTab(): ReactNode {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <MessageList
      search={search}
      // While typing, the back button returns to before the search instead of undoing each letter.
      onFilter={({ folder, q }) =>
        void navigate({
          search: (all) => ({ ...all, folder, q }),
          replace: search.q !== undefined && q !== undefined && search.q !== q,
        })
      }
      scheduledActions={scheduledActions}
      onWriteOn={wantComposer}
    />
  );
}

function scheduledActions({ id, author, nextAt }: LeavingMail, isTabStop: boolean): ReactNode {
  if (author.id === null || nextAt === null) return null;
  const tabIndex = isTabStop ? 0 : -1;
  return (
    <KeptActions id={id} authorId={author.id} authorName={author.name} isLater dueAt={nextAt} tabIndex={tabIndex} />
  );
}
