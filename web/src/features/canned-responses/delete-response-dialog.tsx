import type { CannedResponse } from "@deskhand/contract/canned-responses";
import { failureText } from "../../lib/failure.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { useDeleteResponse } from "./use-canned-responses.ts";

interface DeleteResponseDialogProps {
  response: CannedResponse;
  onClose: () => void;
}

/** Asks before a response is gone for everybody. */
export function DeleteResponseDialog({ response, onClose }: DeleteResponseDialogProps) {
  const remove = useDeleteResponse(onClose);
  return (
    <Dialog
      size="sm"
      title="Delete Response"
      onClose={onClose}
      footer={
        <>
          <Button data-autofocus onClick={onClose}>
            Cancel
          </Button>
          <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate(response)}>
            Delete
          </Button>
        </>
      }
    >
      <p className="break-anywhere">
        Delete “<bdi>{response.title}</bdi>” for everybody in your store? Replies that were written with it stay as they
        are.
      </p>
      {remove.error !== null && (
        <Banner kind="error" className="mt-3">
          {failureText(remove.error)}
        </Banner>
      )}
    </Dialog>
  );
}
