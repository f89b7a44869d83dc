import type { TicketStatus } from "@deskhand/contract/vocabulary";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";

interface ArchivedBannerProps {
  status: TicketStatus;
  isReopening: boolean;
  hasUnsentReply: boolean;
  /** Absent for who may not change tickets. */
  onReopen: (() => void) | undefined;
}

/** Says that an archived ticket can only be read, and opens it again. */
export function ArchivedBanner({ status, isReopening, hasUnsentReply, onReopen }: ArchivedBannerProps) {
  return (
    <Banner
      kind="info"
      title="This ticket is archived"
      action={
        onReopen && (
          <Button size="sm" busy={isReopening} busyText="Reopening..." onClick={onReopen} className="self-center">
            Reopen Ticket
          </Button>
        )
      }
    >
      This ticket has been {status}. You can view its history but cannot make changes unless reopened.
      {hasUnsentReply && (
        <p className="mt-1">Your unsent reply is kept and will be here when the ticket is reopened.</p>
      )}
    </Banner>
  );
}
