import { type CallError, failureText } from "../lib/failure.ts";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";

interface FailureLineProps {
  error: CallError | null;
  onRetry?: () => void;
  className?: string;
}

/** What failed, in one line beside what it concerns, and the way to try again where that is not there already. */
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
