import type { Sync } from "@deskhand/contract/shopify";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../../../lib/api.ts";
import { formatDateTime } from "../../../lib/format.ts";
import { useSession } from "../../../lib/session.ts";
import { FailureBanner } from "../../../screens/failure-banner.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { PartHeader } from "../../../ui/part-header.tsx";
import { PanelSkeleton } from "../../../ui/skeleton.tsx";
import { Panel } from "../panel.tsx";
import { SyncHistory, SyncProgress, SyncResult } from "./sync-history.tsx";

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
      <SyncHistory history={history} />
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
