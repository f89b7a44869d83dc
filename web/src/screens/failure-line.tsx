import { type CallError, failureText } from "../lib/failure.ts";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";

interface FailureLineProps {
  error: CallError | null;
  onRetry?: () => void;
  className?: string;
}

/** Says in one line what failed, beside what it concerns, with a button to try again if there is none nearby. */
export function FailureLine({ error, onRetry, className }: FailureLineProps) {
  if (error === null) return null;
  return (
    <p role="alert" className={cx("flex flex-wrap items-center gap-2 text-red text-sm", className)}>
      {failureText(error)}
      {onRetry !== undefined && (
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      )}
    </p>
  );
}
