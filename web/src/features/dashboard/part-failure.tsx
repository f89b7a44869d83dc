import { failureText } from "../../lib/failure.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";

interface PartFailureProps {
  title: string;
  error: unknown;
  isRetrying: boolean;
  onRetry: () => void;
  className?: string;
}

/** Says that a part of the dashboard could not be loaded, beside that part; the others stay. */
export function PartFailure({ title, error, isRetrying, onRetry, className = "" }: PartFailureProps) {
  if (error === null) return null;
  return (
    <Banner
      kind="error"
      title={title}
      className={className}
      action={
        <Button size="sm" busy={isRetrying} busyText="Trying..." onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {failureText(error)}
    </Banner>
  );
}
