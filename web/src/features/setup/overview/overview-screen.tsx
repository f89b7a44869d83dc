import { planNames } from "@deskhand/contract/admin/billing";
import type { SystemPart, SystemPartId } from "@deskhand/contract/admin/setup";
import { useQuery } from "@tanstack/react-query";
import { Activity, CreditCard } from "lucide-react";
import { api } from "../../../lib/api.ts";
import { failureText } from "../../../lib/failure.ts";
import { CopiedAddress } from "../../../screens/copied-address.tsx";
import { FailureBanner } from "../../../screens/failure-banner.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { PartHeader } from "../../../ui/part-header.tsx";
import { Pill } from "../../../ui/pill.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { RelativeTime } from "../../../ui/time/relative-time.tsx";
import { OverviewCard } from "./overview-card.tsx";
import { StoreNameCard } from "./store-name-card.tsx";

const setupSteps = [
  "Copy your dedicated support email address above",
  "Set up email forwarding from your own domain (for example support@yourstore.com)",
  "Forward all customer emails to your dedicated address",
  "Tickets are then created automatically from every email",
];

/** The store's name, its mail address and the system's status (docs/product.md#system-overview). */
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

/** Nothing reports that something has stopped, so this polls. */
const REFETCH_MS = 30_000;

const names: Record<SystemPartId, string> = {
  database: "Database",
  "mail-in": "Mail in",
  "mail-out": "Mail out",
  store: "Store",
};

/** The label of each part's last success. */
const lastDone: Record<SystemPartId, string> = {
  database: "Answered",
  "mail-in": "Last mail received",
  "mail-out": "Last mail sent",
  store: "Last sync",
};

const states = {
  working: { tone: "green", word: "Working" },
  silent: { tone: "amber", word: "Silent" },
  trouble: { tone: "red", word: "Not working" },
  off: { tone: "grey", word: "Not set up" },
} as const;

const faultTone: Record<SystemPart["state"], string> = {
  working: "text-soft",
  silent: "text-amber",
  trouble: "text-red",
  off: "text-soft",
};

/** Whether everything that the store needs works (docs/product.md#system-status). */
export function SystemStatusCard() {
  const { data, error, isFetching, refetch } = useQuery(
    api.setup.status.queryOptions({ refetchInterval: REFETCH_MS, staleTime: 0 }),
  );
  const isIn = (wanted: SystemPart["state"]) =>
    data?.parts.filter(({ state }) => state === wanted).map(({ id }) => names[id]) ?? [];
  const [inTrouble, silent] = [isIn("trouble"), isIn("silent")];
  return (
    <OverviewCard
      title="System Status"
      Icon={Activity}
      className="md:col-span-2"
      aside={
        <Button size="sm" variant="ghost" busy={isFetching} busyText="Checking..." onClick={() => void refetch()}>
          Check now
        </Button>
      }
    >
      {error !== null && (
        <p role="alert" className="mb-2 text-red">
          The system status could not be loaded: {failureText(error)}
        </p>
      )}
      {data === undefined && error === null && <Skeleton className="h-6 w-32" />}
      {data !== undefined && error === null && (
        <p role="status" className="font-semibold text-lg">
          {inTrouble.length > 0 && <span className="text-red">{inTrouble.join(", ")}: not working</span>}
          {inTrouble.length === 0 && silent.length > 0 && (
            <span className="text-amber">{silent.join(", ")}: silent for unusually long</span>
          )}
          {inTrouble.length === 0 && silent.length === 0 && <span className="text-green">Operational</span>}
        </p>
      )}
      {data !== undefined && (
        <ul className="mt-2.5 divide-y divide-line border-line border-t">
          {data.parts.map((part) => (
            <PartRow key={part.id} part={part} isOld={error !== null} />
          ))}
        </ul>
      )}
    </OverviewCard>
  );
}

function PartRow({ part, isOld }: { part: SystemPart; isOld: boolean }) {
  const { id, state, faults, note, behind, lastSuccessAt } = part;
  const { tone, word } = isOld ? { tone: "grey" as const, word: "Not known" } : states[state];
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 py-2">
      <span className="font-medium">{names[id]}</span>
      <Pill tone={tone}>{word}</Pill>
      <span className="text-soft text-sm">
        {lastDone[id]}:{" "}
        {lastSuccessAt === null ? (
          "never yet"
        ) : (
          <RelativeTime at={lastSuccessAt} smallest="minute" className="tabular" />
        )}
      </span>
      {!isOld &&
        [...faults, behind, note]
          .filter((line) => line !== null)
          .map((line) => (
            <span
              key={line}
              className={cx("col-span-2 text-sm", faults.includes(line) ? faultTone[state] : "text-soft")}
            >
              {line}.
            </span>
          ))}
    </li>
  );
}
