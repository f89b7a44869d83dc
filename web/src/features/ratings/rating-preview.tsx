import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useId, useMemo, useState } from "react";
import { api } from "../../lib/api.ts";
import { useDebounced } from "../../lib/use-debounced.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { Select } from "../../ui/form/select.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { TabPanel, Tabs } from "../../ui/tabs.tsx";
import { type LinkDraft, linksOf } from "./rating-draft.ts";
import type { Frame } from "./ratings-screen.tsx";

const views = [
  { id: "mail", label: "Mail" },
  { id: "page", label: "Page" },
  { id: "thanks", label: "Thanks" },
] as const;
type View = (typeof views)[number]["id"];

/** A link that is typed half is not shown. */
const isWhole = ({ name, url }: LinkDraft) => name.trim() !== "" && URL.canParse(url) && /^https:\/\/[^/]/i.test(url);

/** What customers see, in any of the languages. */
export function RatingPreview({ Frame, reviewLinks }: { Frame: Frame; reviewLinks: readonly LinkDraft[] }) {
  const group = useId();
  const [view, setView] = useState<View>("mail");
  const [language, setLanguage] = useState("en");
  const whole = useMemo(() => linksOf(reviewLinks.filter(isWhole)), [reviewLinks]);
  const links = useDebounced(whole, 400);
  const { data, error, refetch, isRefetching } = useQuery(
    api.ratings.preview.queryOptions({
      input: { view, language, reviewLinks: links },
      placeholderData: keepPreviousData,
      gcTime: 0,
      retry: false,
    }),
  );
  const options = data?.languages.map(({ code, name }) => ({ value: code, label: name })) ?? [];
  return (
    <section
      aria-label="Preview"
      className="min-w-0 overflow-hidden rounded-panel border border-line bg-panel @6xl:sticky @6xl:top-18"
    >
      <div className="flex flex-wrap items-center justify-between gap-2 px-3.5 pt-3">
        <h3 className="font-semibold">Preview</h3>
        {options.length > 0 && (
          <Select
            small
            aria-label="Language"
            className="w-44"
            value={language}
            options={options}
            onChange={setLanguage}
          />
        )}
      </div>
      <Tabs
        group={group}
        label="What is shown"
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
          <Frame html={data.html} title={`Preview: ${view}`} minHeight={400} className="mx-auto w-150" />
        )}
      </TabPanel>
    </section>
  );
}
