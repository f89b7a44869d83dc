import { type CallError, failureText } from "../../../lib/failure.ts";
import { Button } from "../../../ui/button.tsx";

/** What failed, in one line beside what it concerns, and the way to try again where that is not there already. */
export function FailureLine({ error, onRetry }: { error: CallError | null; onRetry?: () => void }) {
  if (error === null) return null;
  return (
    <p role="alert" className="flex flex-wrap items-center gap-2 text-red text-sm">
      {failureText(error)}
      {onRetry !== undefined && (
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      )}
    </p>
  );
}
