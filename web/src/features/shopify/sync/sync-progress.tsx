import type { Sync } from "@deskhand/contract/shopify";
import { ProgressBar } from "../../../ui/progress-bar.tsx";
import { Panel } from "../panel.tsx";
import { countOf, syncNames } from "./sync-words.ts";

/** How far a sync has come that runs, whoever started it. */
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
