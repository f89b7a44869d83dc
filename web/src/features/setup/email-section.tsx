import { useQuery } from "@tanstack/react-query";
import { Mail } from "lucide-react";
import { api } from "../../lib/api.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { Button } from "../../ui/button.tsx";
import { PartHeader } from "../../ui/part-header.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

/** The store's support address, with a link to its setup. */
export function EmailSection({ onSetUp }: { onSetUp: () => void }) {
  const { data: client, error, isFetching, refetch } = useQuery(api.client.get.queryOptions());
  const address = client && (client.customSupportEmail ?? client.supportEmail);
  return (
    <>
      <PartHeader
        title="Email Integration"
        action={
          <Button variant="primary" icon={<Mail size={15} aria-hidden />} data-email-setup onClick={onSetUp}>
            Setup Integration
          </Button>
        }
      />
      <section className="rounded-panel border border-line bg-panel p-4">
        {address !== undefined && address !== "" && (
          <>
            <p className="font-semibold">✅ Your support email is configured</p>
            <p className="mt-1 font-mono text-sm text-soft break-anywhere">{address}</p>
          </>
        )}
        {address === "" && <Button onClick={onSetUp}>Configure Email Integration</Button>}
        {client === undefined && error === null && <Skeleton className="h-11 w-72 max-w-full" />}
        <FailureBanner
          error={client === undefined ? error : null}
          title="Error Loading Store"
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      </section>
    </>
  );
}
