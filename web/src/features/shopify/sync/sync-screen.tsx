import type { Sync } from "@deskhand/contract/shopify";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../../../lib/api.ts";
import { formatDateTime } from "../../../lib/format.ts";
import { useSession } from "../../../lib/session.ts";
import { FailureBanner } from "../../../screens/failure-banner.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { PartHeader } from "../../../ui/part-header.tsx";
import { Pill } from "../../../ui/pill.tsx";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { PanelSkeleton } from "../../../ui/skeleton.tsx";
import { Panel } from "../panel.tsx";

interface SyncScreenProps {
  /** Opens the screen to connect a store. */
  onConnect: () => void;
}

/** The sync of the store's orders (docs/product.md#syncing-orders): start, progress and result. */
export function SyncScreen({ onConnect }: SyncScreenProps) {
  const status = useQuery(api.shopify.status.queryOptions());
  const syncs = useQuery(
    api.syncs.list.queryOptions({
      // Live events may be missed.
      refetchInterval: ({ state }) => (state.data && state.data.running.length > 0 ? 3_000 : false),
    }),
  );
  const error = syncs.error ?? status.error;
  const isManager = useSession().can("store:manage");
  return (
    <>
      <PartHeader
        title="Shopify Order Sync"
        subtitle="Brings the orders of your store over, with their customers, shipments and refunds."
      />
      <div className="flex flex-col gap-3">
        <FailureBanner
          error={syncs.data === undefined || status.data === undefined ? error : null}
          title="Past syncs could not be loaded"
          onRetry={() => void Promise.all([syncs.refetch(), status.refetch()])}
          isRetrying={syncs.isRefetching || status.isRefetching}
        />
        {syncs.data !== undefined && status.data !== undefined ? (
          <>
            {!isManager && (
              <Banner kind="info" title="View Only Access">
                Only administrators can connect the store and start a sync
              </Banner>
            )}
            {status.data.state !== "connected" && isManager && (
              <NotConnected isKnown={status.data.state === "reconnect"} onConnect={onConnect} />
            )}
            <Syncs
              {...syncs.data}
              isConnected={status.data.state === "connected"}
              lastSyncAt={status.data.lastSyncAt}
            />
          </>
        ) : (
          error === null && <PanelSkeleton lines={4} className="animate-appear-late" />
        )}
      </div>
    </>
  );
}

function NotConnected({ isKnown, onConnect }: { isKnown: boolean; onConnect: () => void }) {
  return (
    <Banner
      kind={isKnown ? "warning" : "info"}
      title={isKnown ? "Shopify no longer accepts this connection" : "No Shopify store is connected"}
      action={
        <Button size="sm" onClick={onConnect}>
          {isKnown ? "Connect Again" : "Connect a Store"}
        </Button>
      }
    >
      {isKnown ? "Connect the store again to bring its orders up to date." : "Connect your store to sync its orders."}
    </Banner>
  );
}

interface SyncsProps {
  running: Sync[];
  history: Sync[];
  isConnected: boolean;
  lastSyncAt: string | null;
}

function Syncs({ running, history, isConnected, lastSyncAt }: SyncsProps) {
  const cache = useQueryClient();
  const { can } = useSession();
  const start = useMutation(
    api.syncs.start.mutationOptions({
      onSettled: () => cache.invalidateQueries({ queryKey: api.syncs.key() }),
    }),
  );
  const isAskedRunning = running.some(({ kind }) => kind !== "backfill");
  const isBusy = (kind: Sync["kind"]) =>
    (start.isPending && start.variables.kind === kind) || running.some((sync) => sync.kind === kind);
  // While a sync runs, an earlier result would be mistaken for its own.
  const result = isAskedRunning || start.isPending ? undefined : endedLast(history);
  return (
    <>
      <Panel title="Sync Orders">
        <p className="text-sm text-soft">
          Last sync: <span className="tabular">{lastSyncAt === null ? "Never" : formatDateTime(lastSyncAt)}</span>
        </p>
        {can("store:manage") && (
          <div className="mt-3 grid gap-3 sm:grid-cols-2">
            <Choice
              label="Full Sync"
              note="up to 250 most recent"
              isBusy={isBusy("full")}
              isDisabled={!isConnected || isAskedRunning || start.isPending}
              onStart={() => start.mutate({ kind: "full" })}
            />
            <Choice
              label="Incremental Sync"
              note="only new orders since last sync"
              hint={history.length === 0 ? "Available once a sync has ended" : undefined}
              isBusy={isBusy("incremental")}
              isDisabled={!isConnected || isAskedRunning || start.isPending || history.length === 0}
              onStart={() => start.mutate({ kind: "incremental" })}
            />
          </div>
        )}
        {/* An already running sync is shown below and is no failure. */}
        {start.error !== null && !isAskedRunning && (
          <div className="mt-3">
            <FailureBanner error={start.error} title="Sync failed" />
          </div>
        )}
      </Panel>
      {running.map((sync) => (
        <SyncProgress key={sync.id} sync={sync} />
      ))}
      {result !== undefined && <SyncResult sync={result} />}
      <SyncHistory history={history} hasSynced={lastSyncAt !== null} />
    </>
  );
}

/** A sync that started earlier may have ended later. */
function endedLast(history: Sync[]): Sync | undefined {
  return history.toSorted((a, b) => (b.finishedAt ?? "").localeCompare(a.finishedAt ?? ""))[0];
}

interface ChoiceProps {
  label: string;
  note: string;
  hint?: string | undefined;
  isBusy: boolean;
  isDisabled: boolean;
  onStart: () => void;
}

function Choice({ label, note, hint, isBusy, isDisabled, onStart }: ChoiceProps) {
  return (
    <div className="flex flex-col items-start gap-1.5">
      <Button variant="primary" busy={isBusy} busyText="Syncing..." disabled={isDisabled} onClick={onStart}>
        {label}
      </Button>
      <p className="text-sm text-soft">{note}</p>
      {hint !== undefined && <p className="text-sm text-soft">{hint}</p>}
    </div>
  );
}

/** The latest finished syncs, newest first. What the store reports by itself is synced too, and is none of these. */
function SyncHistory({ history, hasSynced }: { history: Sync[]; hasSynced: boolean }) {
  return (
    <Panel title="Sync History">
      {history.length === 0 ? (
        <p className="text-soft">
          {hasSynced
            ? "Changes came from the store by themselves. No full or incremental sync has ended yet."
            : "No sync has ended yet."}
        </p>
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
function SyncResult({ sync }: { sync: Sync }) {
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
function SyncProgress({ sync }: { sync: Sync }) {
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
