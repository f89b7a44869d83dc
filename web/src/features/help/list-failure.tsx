import { type CallError, failureText } from "../../lib/failure.ts";
import { Banner } from "../../ui/banner.tsx";

interface ListFailureProps {
  failure: "fetch" | "search";
  error: CallError | null;
  isRetrying: boolean;
  onRetry: () => unknown;
}

/** Why articles are not shown, if they are not. */
export function ListFailure({ failure, error, isRetrying, onRetry }: ListFailureProps) {
  if (error === null) return null;
  return (
    <Banner kind="error" onRetry={() => void onRetry()} isRetrying={isRetrying} className="mt-3">
      {`Failed to ${failure} articles: ${failureText(error)}`}
    </Banner>
  );
}
