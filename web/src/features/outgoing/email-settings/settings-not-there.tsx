import { Banner } from "../../../ui/banner.tsx";
import { PanelSkeleton } from "../../../ui/skeleton.tsx";
import type { useEmailSettings } from "./use-email-settings.ts";

/** What stands where the e-mail settings will: that they are on their way, or could not be loaded. */
export function SettingsNotThere({ read }: Pick<ReturnType<typeof useEmailSettings>, "read">) {
  if (read.error === null) {
    return (
      <div className="flex flex-col gap-3">
        <p role="status" className="text-soft">
          Loading email settings...
        </p>
        <PanelSkeleton lines={3} className="animate-appear-late" />
        <PanelSkeleton lines={5} className="animate-appear-late" />
      </div>
    );
  }
  return (
    <Banner kind="error" onRetry={() => void read.refetch()} isRetrying={read.isRefetching}>
      Failed to load email settings
    </Banner>
  );
}
