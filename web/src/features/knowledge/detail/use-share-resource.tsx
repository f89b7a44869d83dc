import type { Resource } from "@deskhand/contract/knowledge";
import { Link2 } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { showToast } from "../../../ui/overlay/show-toast.ts";
import { LinkByHand, useCopyLink } from "../copy-link.tsx";
import { PrivateQuestion } from "../private-question.tsx";

type Shared = Pick<Resource, "id" | "title" | "isPublic">;

/** Shares a resource by its link: `dialog` belongs on the screen, where something is asked or the browser does not copy it. */
export function useShareResource() {
  const link = useCopyLink();
  const url = link.last?.isCopied === false ? link.last.url : null;
  const [shared, setShared] = useState<Shared | null>(null);
  const [asked, setAsked] = useState<Shared | null>(null);

  function copy(resource: Shared) {
    setShared(resource);
    void link.copy(`${location.origin}/knowledge/${resource.id}`, () =>
      showToast({
        id: "resource-shared",
        icon: <Link2 size={16} aria-hidden />,
        title: "Resource link copied to clipboard!",
        message: resource.isPublic ? undefined : "This resource is private: the link opens for your team only.",
      }),
    );
  }

  return {
    share: (resource: Shared) => (resource.isPublic ? copy(resource) : setAsked(resource)),
    dialog: asked ? (
      <PrivateQuestion title={asked.title} kind="link" onConfirm={() => copy(asked)} onClose={() => setAsked(null)} />
    ) : url !== null && shared !== null ? (
      <Dialog
        size="sm"
        title="Share Resource"
        onClose={link.dismiss}
        footer={
          <>
            <Button onClick={link.dismiss}>Close</Button>
            <Button variant="primary" onClick={() => copy(shared)}>
              Try again
            </Button>
          </>
        }
      >
        <LinkByHand url={url} title="Failed to copy link. Please try again." />
      </Dialog>
    ) : null,
  };
}
