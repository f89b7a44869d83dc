import { keepPreviousData } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import type { CallError } from "../lib/failure.ts";
import { cx } from "../ui/cx.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import { TabPanel, Tabs } from "../ui/tabs.tsx";
import { FailureBanner } from "./failure-banner.tsx";
import { PreviewFrame } from "./preview-frame.tsx";

/** How a preview is asked for: the last one stays until the next one is there, and none is kept. */
export const asPreview = { placeholderData: keepPreviousData, gcTime: 0, retry: false } as const;

interface PreviewProps<View extends string> {
  title: string;
  /** Names the views for screen readers. */
  label: string;
  views: readonly { id: View; label: string }[];
  view: View;
  onView: (view: View) => void;
  preview: {
    data: { html: string } | undefined;
    error: CallError | null;
    refetch: () => Promise<unknown>;
    isRefetching: boolean;
  };
  /** What else is chosen, beside the title. */
  controls?: ReactNode;
  className?: string;
}

/** What somebody else will see of what is set here, such as a mail, in one of several views. */
export function Preview<View extends string>(props: PreviewProps<View>) {
  const { title, label, views, view, onView, preview, controls, className } = props;
  const { data, error, refetch, isRefetching } = preview;
  const group = useId();
  return (
    <section
      aria-label={title}
      className={cx("min-w-0 overflow-hidden rounded-panel border border-line bg-panel", className)}
    >
      <div className="flex flex-wrap items-center justify-between gap-2 px-3.5 pt-3">
        <h3 className="font-semibold">{title}</h3>
        {controls}
      </div>
      <Tabs group={group} label={label} tabs={views} active={view} onSelect={onView} className="px-3.5 sm:px-3.5" />
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
          <PreviewFrame
            html={data.html}
            title={`Preview: ${views.find(({ id }) => id === view)?.label}`}
            minHeight={400}
            className="mx-auto w-150"
          />
        )}
      </TabPanel>
    </section>
  );
}
