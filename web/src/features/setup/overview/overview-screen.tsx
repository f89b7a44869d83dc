import { planNames } from "@deskhand/contract/admin/billing";
import { useQuery } from "@tanstack/react-query";
import { CreditCard } from "lucide-react";
import { api } from "../../../lib/api.ts";
import { CopiedAddress } from "../../../screens/copied-address.tsx";
import { FailureBanner } from "../../../screens/failure-banner.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { PartHeader } from "../../../ui/part-header.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { OverviewCard } from "./overview-card.tsx";
import { StoreNameCard } from "./store-name-card.tsx";
import { SystemStatusCard } from "./system-status-card.tsx";

const setupSteps = [
  "Copy your dedicated support email address above",
  "Set up email forwarding from your own domain (for example support@yourstore.com)",
  "Forward all customer emails to your dedicated address",
  "Tickets are then created automatically from every email",
];

/** What a store is called, where its mail goes, and whether all of it works (docs/product.md#system-overview). */
export function OverviewScreen() {
  const { data: client, error, isFetching, refetch } = useQuery(api.client.get.queryOptions());
  const isLost = client === undefined && error !== null;
  return (
    <>
      <PartHeader title="System Overview" />
      <section aria-labelledby="support-address" className="rounded-panel border border-line bg-panel p-4">
        <div className="mb-2.5 flex flex-wrap items-center gap-2.5">
          <h3 id="support-address" className="font-semibold">
            Your Dedicated Support Email Address
          </h3>
          {client !== undefined && <Badge tone="accent">Code: {client.clientCode}</Badge>}
          {isLost && <Badge tone="red">Code: ERROR</Badge>}
        </div>
        {client !== undefined && <CopiedAddress address={client.supportEmail} />}
        {client === undefined && error === null && <Skeleton className="h-8.5 w-full" />}
        {isLost && (
          <FailureBanner
            error={error}
            title="The address could not be loaded"
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        )}
        <ol className="mt-4 grid gap-x-6 gap-y-2 text-soft text-sm sm:grid-cols-2">
          {setupSteps.map((step, index) => (
            <li key={step} className="flex gap-2.5">
              <span
                aria-hidden
                className="grid size-5 shrink-0 place-items-center rounded-full border border-line bg-raised font-medium text-xs tabular"
              >
                {index + 1}
              </span>
              {step}
            </li>
          ))}
        </ol>
      </section>
      <div className="mt-3 grid items-start gap-3 md:grid-cols-2">
        <StoreNameCard client={client} isLost={isLost} />
        <OverviewCard title="Account Plan" Icon={CreditCard}>
          {client !== undefined && <p className="font-semibold text-lg">{planNames[client.plan]}</p>}
          {client === undefined &&
            (isLost ? <p className="text-soft">Not known</p> : <Skeleton className="h-6 w-24" />)}
        </OverviewCard>
        <SystemStatusCard />
      </div>
    </>
  );
}
