import { type EmailSettings, emailDraftOf } from "@deskhand/contract/admin/email-setting-table";
import type { EmailView } from "@deskhand/contract/admin/email-settings";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { api } from "../../../lib/api.ts";
import { useDebounced } from "../../../lib/use-debounced.ts";
import { FailureBanner } from "../../../screens/failure-banner.tsx";
import { PreviewFrame } from "../../../screens/preview-frame.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { TabPanel, Tabs } from "../../../ui/tabs.tsx";

const labels: Record<EmailView, string> = { automatic: "Automatic mail", reply: "Agent's reply" };
const views = [
  { id: "automatic", label: labels.automatic },
  { id: "reply", label: labels.reply },
] as const;

/** A sample mail with the form's current settings, as it would be sent (docs/product.md#the-preview). */
export function EmailPreview({ settings }: { settings: EmailSettings }) {
  const group = useId();
  const [view, setView] = useState<EmailView>("automatic");
  // Otherwise a picture would be requested for every partly typed address.
  const logoUrl = useDebounced(settings.logoUrl, 400);
  const draft = emailDraftOf({ ...settings, logoUrl });
  const { data, error, refetch, isRefetching } = useQuery(
    api.emailSettings.preview.queryOptions({
      input: { view, draft },
      placeholderData: keepPreviousData,
      gcTime: 0,
      retry: false,
    }),
  );
  return (
    <section aria-label="Live Preview" className="overflow-hidden rounded-panel border border-line bg-panel">
      <h3 className="px-3.5 pt-3 font-semibold">Live Preview</h3>
      <Tabs
        group={group}
        label="Which mail"
        tabs={views}
        active={view}
        onSelect={setView}
        className="px-3.5 sm:px-3.5"
      />
      <TabPanel group={group} id={view}>
        <FailureBanner
          error={error}
          title="The preview could not be loaded"
          onRetry={() => void refetch()}
          isRetrying={isRefetching}
          className="m-3.5"
        />
        {data === undefined ? (
          error === null && <Skeleton className="mx-auto h-100 w-150 max-w-full" />
        ) : (
          <PreviewFrame html={data.html} title={`Preview: ${labels[view]}`} minHeight={400} className="mx-auto w-150" />
        )}
      </TabPanel>
    </section>
  );
}
