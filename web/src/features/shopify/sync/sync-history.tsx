import type { Sync } from "@deskhand/contract/shopify";
import { formatDateTime } from "../../../lib/format.ts";
import { Pill } from "../../../ui/pill.tsx";
import { Panel } from "../panel.tsx";
import { countOf, syncNames } from "./sync-words.ts";
import { UnreadableOrders } from "./unreadable-orders.tsx";

/** The newest syncs that ended, the newest first. */
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
