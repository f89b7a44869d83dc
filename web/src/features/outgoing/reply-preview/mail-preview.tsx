import { trimWritten } from "@deskhand/contract/desk/trim-written";
import { limits } from "@deskhand/contract/limits";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "../../../lib/api.ts";
import { useDebounced } from "../../../lib/use-debounced.ts";
import { FailureBanner } from "../../../screens/failure-banner.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { PreviewFrame } from "../email-settings/preview-frame.tsx";

const PAUSE_MS = 300;

/** The mail of a reply as it would leave now: whom it goes to, its subject, and what the customer sees. */
export function MailPreview({ ticketId, text }: { ticketId: string; text: string }) {
  const content = trimWritten(useDebounced(text, PAUSE_MS));
  const isBlank = content === "";
  const isTooLong = content.length > limits.replyLength;
  const { data, error, refetch, isRefetching } = useQuery(
    api.messages.preview.queryOptions({
      input: { ticketId, content },
      enabled: !isBlank && !isTooLong,
      placeholderData: keepPreviousData,
      gcTime: 0,
      retry: false,
    }),
  );
  if (isBlank) return <p className="p-3 text-sm text-soft">The mail shows here as you type.</p>;
  if (isTooLong) return <p className="p-3 text-sm text-soft">The reply is too long for a preview.</p>;
  return (
    <>
      <FailureBanner
        error={error}
        title="The preview could not be loaded"
        onRetry={() => void refetch()}
        isRetrying={isRefetching}
        className="m-3"
      />
      {data === undefined
        ? error === null && <Skeleton className="h-40 w-full" />
        : error === null && (
            <>
              <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 px-3 py-2 text-sm *:break-anywhere">
                <dt className="text-soft">To</dt>
                <dd>
                  <bdi>{data.to ?? "Nobody: the customer has no address"}</bdi>
                </dd>
                <dt className="text-soft">From</dt>
                <dd>
                  <bdi>{`${data.from.name} <${data.from.address}>`}</bdi>
                </dd>
                <dt className="text-soft">Subject</dt>
                <dd>
                  <bdi>{data.subject}</bdi>
                </dd>
              </dl>
              <PreviewFrame html={data.html} title="Preview of the mail" minHeight={200} className="mx-auto w-150" />
            </>
          )}
    </>
  );
}
