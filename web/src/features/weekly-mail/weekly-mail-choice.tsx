import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { useState } from "react";
import { api } from "../../lib/api.ts";
import { waitsForNetwork } from "../../lib/retries.ts";
import { useSession } from "../../lib/session.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { PreviewFrame } from "../../screens/preview-frame.tsx";
import { Button } from "../../ui/button.tsx";
import { Switch } from "../../ui/form/switch.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

/** Whether somebody who oversees the store gets the weekly mail, and the mail of last week; others see nothing. */
export function WeeklyMailChoice() {
  const { can } = useSession();
  return can("store:oversee") ? <Choice /> : null;
}

function Choice() {
  const cache = useQueryClient();
  const [isShown, setShown] = useState(false);
  const query = useQuery(api.weeklyMail.get.queryOptions({ staleTime: 0 }));
  const queryKey = api.weeklyMail.get.queryKey();
  const save = useMutation(
    api.weeklyMail.set.mutationOptions({
      // One after another, or an earlier change might arrive last.
      scope: { id: "weekly-mail" },
      ...waitsForNetwork,
      onMutate: () => cache.cancelQueries({ queryKey }),
      onSuccess: (kept) => void cache.setQueryData(queryKey, kept),
    }),
  );
  const { data } = query;
  const isOn = save.isPending ? save.variables.isOn : data?.isOn;
  return (
    <fieldset className="mt-5">
      <legend className="mb-1 font-medium text-sm text-soft">By mail</legend>
      <FailureBanner
        error={save.error ?? query.error}
        title={save.error === null ? "Failed to load your choice" : "Not saved"}
        onRetry={() => (save.error === null ? void query.refetch() : save.mutate(save.variables))}
        isRetrying={query.isRefetching || save.isPending}
      />
      {data !== undefined && isOn !== undefined && (
        <>
          <Switch
            label="Weekly mail"
            description={`How your store's week was, in five sentences and three figures, every Monday at 8:00. ${isOn ? "The next one comes" : "The next one would come"} on ${dayOf(data)}.`}
            checked={isOn}
            onChange={(wanted) => save.mutate({ isOn: wanted })}
          />
          <Button
            size="sm"
            icon={<Eye size={14} aria-hidden />}
            aria-expanded={isShown}
            onClick={() => setShown(!isShown)}
          >
            {isShown ? "Hide Preview" : "Preview"}
          </Button>
          {isShown && <Preview />}
        </>
      )}
      {data === undefined && query.error === null && <Skeleton className="h-10 w-full" />}
    </fieldset>
  );
}

/** "Monday, December 7", by the store's clocks. */
function dayOf({ nextAt, timeZone }: { nextAt: string; timeZone: string }): string {
  return new Intl.DateTimeFormat("en-US", { weekday: "long", month: "long", day: "numeric", timeZone }).format(
    Date.parse(nextAt),
  );
}

/** The mail of last week as it would leave now. */
function Preview() {
  const { data, error, refetch, isRefetching } = useQuery(
    api.weeklyMail.preview.queryOptions({ staleTime: 0, gcTime: 0, retry: false }),
  );
  return (
    <section aria-label="Preview of the weekly mail" className="mt-3 overflow-hidden rounded-panel border border-line">
      <FailureBanner
        error={error}
        title="The preview could not be loaded"
        onRetry={() => void refetch()}
        isRetrying={isRefetching}
        className="m-3"
      />
      {data === undefined ? (
        error === null && <Skeleton className="h-80 w-full" />
      ) : (
        <>
          <p className="border-line border-b px-3 py-2 text-sm break-anywhere">
            <span className="text-soft">Subject: </span>
            <bdi>{data.subject}</bdi>
          </p>
          <PreviewFrame html={data.html} title="The weekly mail" minHeight={320} className="w-full" />
        </>
      )}
    </section>
  );
}
