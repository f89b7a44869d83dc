import { failureText } from "../../lib/failure.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";

interface NotificationsFailureProps {
  error: unknown;
  onRetry: () => void;
  className: string;
}

/** Says that notifications could not be loaded. */
export function NotificationsFailure({ error, onRetry, className }: NotificationsFailureProps) {
  return (
    <Banner
      kind="error"
      title="Failed to load notifications"
      className={className}
      action={
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {failureText(error)}
    </Banner>
  );
}
