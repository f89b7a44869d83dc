import type { Resource } from "@deskhand/contract/knowledge";
import { Link2 } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { showToast } from "../../../ui/overlay/show-toast.ts";
import { LinkByHand, useCopyLink } from "../copy-link.tsx";

type Shared = Pick<Resource, "id" | "isPublic">;

/** Shares a resource by its link: `failure` belongs on the screen, for a browser that does not copy it. */
export function useShareResource() {
  const link = useCopyLink();
  const url = link.last?.isCopied === false ? link.last.url : null;
  const [shared, setShared] = useState<Shared | null>(null);

  function share(resource: Shared) {
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
    share,
    failure: url !== null && shared !== null && (
      <Dialog
        size="sm"
        title="Share Resource"
        onClose={link.dismiss}
        footer={
          <>
            <Button onClick={link.dismiss}>Close</Button>
            <Button variant="primary" onClick={() => share(shared)}>
              Try again
            </Button>
          </>
        }
      >
        <LinkByHand url={url} title="Failed to copy link. Please try again." />
      </Dialog>
    ),
  };
}
