import { Banner } from "../../../../ui/banner.tsx";

interface ReplyNoticeProps {
  outcome: "sent" | "earlier-sent" | null;
  error: string | null;
  onDismiss: () => void;
}

/** What became of the last reply (spec part 1, section 8). */
export function ReplyNotice({ outcome, error, onDismiss }: ReplyNoticeProps) {
  if (error !== null) {
    return (
      <Banner kind="error" onDismiss={onDismiss}>
        {error}
      </Banner>
    );
  }
  if (outcome === "sent") {
    return (
      <Banner kind="success" onDismiss={onDismiss}>
        Reply sent successfully!
      </Banner>
    );
  }
  if (outcome === "earlier-sent") {
    return (
      <Banner kind="warning" onDismiss={onDismiss}>
        Your earlier attempt had been sent after all; it is in the thread above. What you wrote since is kept below and
        was not sent.
      </Banner>
    );
  }
  return null;
}
