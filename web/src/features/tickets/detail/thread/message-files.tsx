import type { Message } from "@deskhand/contract/messages";
import { useMutation } from "@tanstack/react-query";
import { api } from "../../../../lib/api.ts";
import { failureText } from "../../../../lib/failure.ts";
import { counted } from "../../../../lib/format.ts";
import { waitsForNetwork } from "../../../../lib/retries.ts";
import { Button } from "../../../../ui/button.tsx";
import { AttachmentList } from "../../files/attachment-list.tsx";

/** The files of a message: the first of them, and the others when they are asked for. */
export function MessageFiles({ message: { id, ticketId, attachments, attachmentCount } }: { message: Message }) {
  const all = useMutation(api.messages.listAttachments.mutationOptions(waitsForNetwork));
  const shown = all.data?.items ?? attachments;
  const left = attachmentCount - shown.length;
  return (
    <>
      <AttachmentList attachments={shown} />
      {left > 0 && (
        <Button
          size="sm"
          className="self-start"
          busy={all.isPending}
          busyText="Loading..."
          onClick={() => all.mutate({ ticketId, id })}
        >
          {`Show ${counted(left, "more file")}`}
        </Button>
      )}
      {all.error !== null && (
        <p role="alert" className="text-red text-sm">
          {failureText(all.error)}
        </p>
      )}
    </>
  );
}
