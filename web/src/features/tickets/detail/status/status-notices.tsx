import { Banner } from "../../../../ui/banner.tsx";
import { Button } from "../../../../ui/button.tsx";
import { isStatusConflict, updateFailureText } from "./use-status-change.ts";

interface StatusNoticesProps {
  error: unknown;
  onDismiss: () => void;
  /** Opens the status dialog again, where the note is kept. */
  onAgain: () => void;
}

/** Why a status was not changed. The ticket is fetched again, so the badges show what it is now. */
export function StatusNotices({ error, onDismiss, onAgain }: StatusNoticesProps) {
  if (error === null) return null;
  return (
    <Banner
      kind={isStatusConflict(error) ? "warning" : "error"}
      onDismiss={onDismiss}
      action={
        <Button size="sm" onClick={onAgain}>
          Choose again
        </Button>
      }
    >
      {updateFailureText(error).replace(/\.?$/, ".")} Nothing was changed, and your note is kept.
    </Banner>
  );
}
