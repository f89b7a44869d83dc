import { useState } from "react";
import { failureText } from "../../../lib/failure.ts";
import { Banner } from "../../../ui/banner.tsx";

interface ListFailureProps {
  error: unknown;
  onRetry: () => void;
}

/** Says that tickets could not be loaded, until it is dismissed or they are. */
export function ListFailure({ error, onRetry }: ListFailureProps) {
  const [dismissed, dismiss] = useState<unknown>(null);
  if (error === null || error === dismissed) return null;
  return (
    <Banner
      kind="error"
      title="Failed to load tickets"
      className="mt-3.5"
      onDismiss={() => dismiss(error)}
      onRetry={onRetry}
    >
      {failureText(error)}
    </Banner>
  );
}
