import type { MailLogDetail } from "@deskhand/contract/mail";
import type { HeldReason } from "@deskhand/contract/vocabulary";
import { useState } from "react";
import { useSession } from "../../../lib/session.ts";
import { Button } from "../../../ui/button.tsx";
import { loadLater } from "../../../ui/load-later.tsx";

const ReleaseDialog = loadLater(() => import("./release-dialog.tsx").then(({ ReleaseDialog }) => ReleaseDialog));
const ShareDialog = loadLater(() => import("../shared/share-dialog.tsx").then(({ ShareDialog }) => ShareDialog));

/** What can be done about a mail that a limit holds back, beyond that one mail. */
export function HeldActions({ mail: { from }, heldBy }: { mail: MailLogDetail; heldBy: HeldReason }) {
  const { can } = useSession();
  const [open, setOpen] = useState<"release" | "share" | null>(null);
  const close = () => setOpen(null);
  return (
    <div className="flex flex-wrap gap-2">
      {can("mail:process-again") && (
        <Button size="sm" onClick={() => setOpen("release")}>
          {from === null ? "Release all like it..." : "Release all of this sender..."}
        </Button>
      )}
      {can("senders:share") && from !== null && (heldBy === "alike" || heldBy === "sender") && (
        <Button size="sm" onClick={() => setOpen("share")}>
          This sender brings many people's mail...
        </Button>
      )}
      {open === "release" && (
        <ReleaseDialog meant={from === null ? { reason: heldBy } : { sender: from }} onClose={close} />
      )}
      {open === "share" && <ShareDialog {...(from !== null && { sender: from })} onClose={close} />}
    </div>
  );
}
