import type { Message } from "@deskhand/contract/messages";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../../lib/api.ts";
import { failureText } from "../../../../lib/failure.ts";
import { Button } from "../../../../ui/button.tsx";
import { Skeleton } from "../../../../ui/skeleton.tsx";
import { earlierText } from "./earlier-text.ts";
import { MessageText } from "./message-text.tsx";

/** The part of a mail that the thread leaves out: what it quoted, or what is beyond the cut. */
export function OriginalText({ message: { id, ticketId, content, isCut } }: { message: Message }) {
  const options = api.messages.getOriginal.queryOptions({
    input: { ticketId, id },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data, error, refetch } = useQuery(options);
  if (error !== null) {
    return (
      <p role="alert" className="flex flex-wrap items-center gap-2 text-red text-sm">
        {failureText(error)}
        <Button size="sm" onClick={() => void refetch()}>
          Try again
        </Button>
      </p>
    );
  }
  return (
    <div className="border-edge border-l-2 pl-3 text-sm text-soft">
      {data === undefined ? (
        <Skeleton className="h-10 w-full" />
      ) : (
        <MessageText text={isCut ? data.text : earlierText(data.text, content)} />
      )}
    </div>
  );
}
