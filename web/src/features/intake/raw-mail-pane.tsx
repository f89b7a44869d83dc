import { limits } from "@deskhand/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { api } from "../../lib/api.ts";
import { formatFileSize } from "../../lib/format.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { inertText } from "./inert-text.ts";

/** A mail as it travels, as text alone; `removed` says why it is no longer there. */
export function RawMailPane({ id, removed }: { id: string; removed: string | null }) {
  return removed === null ? <RawMail id={id} /> : <Banner kind="info">{removed}.</Banner>;
}

function RawMail({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(api.mail.raw.queryOptions({ input: { id } }));
  const text = useMemo(() => inertText(data?.text ?? ""), [data?.text]);
  if (error !== null)
    return <FailureBanner error={error} title="The raw mail could not be loaded" onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton className="h-60 w-full rounded-panel" />;
  return (
    <div className="flex flex-col gap-3">
      {data.isMadeAgain && (
        <Banner kind="info">
          What was sent is not kept. This is the mail made once more, as it would be sent now, without the signature
          that it gets when it is sent.
        </Banner>
      )}
      {data.isTextWithheld && (
        <Banner kind="warning">
          What an invitation says is withheld here and in the download. It depends on whether its address has an account
          elsewhere, which only its owner learns.
        </Banner>
      )}
      {data.isLinkWithheld && (
        <Banner kind="warning">This mail has a link that works once. It is withheld here and in the download.</Banner>
      )}
      {data.isCut && (
        <Banner kind="info">
          Only the first {formatFileSize(limits.rawMailShownBytes)} are shown. Download it to see all of it.
        </Banner>
      )}
      <pre className="whitespace-pre-wrap rounded-control border border-line bg-canvas p-3 font-mono text-sm break-anywhere">
        {text}
      </pre>
    </div>
  );
}
