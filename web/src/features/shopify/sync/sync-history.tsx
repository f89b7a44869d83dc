import type { Sync } from "@deskhand/contract/shopify";
import { formatDateTime } from "../../../lib/format.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Pill } from "../../../ui/pill.tsx";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { Panel } from "../panel.tsx";

/** The latest finished syncs, newest first. */
export function SyncHistory({ history }: { history: Sync[] }) {
  return (
    <Panel title="Sync History">
      {history.length === 0 ? (
        <p className="text-soft">No sync has ended yet.</p>
      ) : (
        <ol className="flex flex-col divide-y divide-line">
          {history.map((sync) => (
            <Entry key={sync.id} sync={sync} />
          ))}
        </ol>
      )}
    </Panel>
  );
}

function Entry({ sync }: { sync: Sync }) {
  const { success, kind, finishedAt, startedAt, ordersSynced, errors, error } = sync;
  return (
    <li className="py-2.5 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <Pill tone={success === true ? "green" : "red"}>{success === true ? "Sync Completed" : "Sync Failed"}</Pill>
        <span>{syncNames[kind]}</span>
        <span className="text-sm text-soft tabular">{formatDateTime(finishedAt ?? startedAt)}</span>
        <span className="ml-auto text-sm text-soft tabular">
          {`${ordersSynced.toLocaleString("en-US")} synced, ${countOf(errors, "error")}`}
        </span>
      </div>
      {error !== null && <p className="mt-1 text-soft text-sm break-anywhere">{error}</p>}
      <UnreadableOrders sync={sync} />
    </li>
  );
}

/** The result of the last finished sync, whoever started it. */
export function SyncResult({ sync }: { sync: Sync }) {
  const figures = [
    ["Fetched", sync.ordersFetched.toLocaleString("en-US")],
    ["Synced", sync.ordersSynced.toLocaleString("en-US")],
    ["Errors", sync.errors.toLocaleString("en-US")],
    ["Last Order ID", sync.lastOrderId ?? "—"],
  ];
  return (
    <Panel title="Sync Result">
      <Banner kind={sync.success === true ? "success" : "error"} title={sync.message}>
        {sync.error}
      </Banner>
      <p className="mt-2 text-sm text-soft tabular">
        {`${syncNames[sync.kind]}, ${formatDateTime(sync.finishedAt ?? sync.startedAt)}`}
      </p>
      <dl className="mt-3 grid grid-cols-2 gap-3 sm:grid-cols-4">
        {figures.map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-sm text-soft">{name}</dt>
            <dd className="font-semibold break-anywhere tabular">{value}</dd>
          </div>
        ))}
      </dl>
      <UnreadableOrders sync={sync} />
    </Panel>
  );
}

/** The ids of orders that a sync could not read, expandable. */
function UnreadableOrders({ sync: { unreadable, errors } }: { sync: Sync }) {
  if (unreadable.length === 0) return null;
  return (
    <details className="mt-2 text-sm">
      <summary className="cursor-pointer text-soft">{countOf(errors, "order")} could not be imported</summary>
      <ul className="mt-1 flex list-disc flex-col gap-0.5 pl-5 text-soft">
        {unreadable.map((fault) => (
          <li key={fault} className="break-anywhere">
            {fault}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** A running sync's progress, whoever started it. */
export function SyncProgress({ sync }: { sync: Sync }) {
  const { kind, ordersFetched, ordersExpected, startedByName } = sync;
  const of = ordersExpected === null ? "" : ` of ${ordersExpected.toLocaleString("en-US")}`;
  const by = startedByName === null ? "" : `, started by ${startedByName}`;
  return (
    <Panel title={syncNames[kind]}>
      {ordersExpected !== null && ordersExpected > 0 && (
        <ProgressBar label={syncNames[kind]} part={ordersFetched / ordersExpected} className="h-1.5 rounded-full" />
      )}
      <p role="status" className="mt-1.5 text-sm text-soft tabular">
        {`Syncing: ${ordersFetched.toLocaleString("en-US")}${of} orders${by}`}
      </p>
      {sync.errors > 0 && <p className="text-amber text-sm tabular">{countOf(sync.errors, "error")}</p>}
    </Panel>
  );
}

/** The name of each kind of sync. */
const syncNames: Record<Sync["kind"], string> = {
  full: "Full Sync",
  incremental: "Incremental Sync",
  backfill: "First import, in the background",
};

/** "1 error", "1,200 orders". */
function countOf(count: number, one: string): string {
  return `${count.toLocaleString("en-US")} ${one}${count === 1 ? "" : "s"}`;
}
