import type { Sync } from "@deskhand/contract/shopify";
import { formatDateTime } from "../../../lib/format.ts";
import { Banner } from "../../../ui/banner.tsx";
import { Panel } from "../panel.tsx";
import { syncNames } from "./sync-words.ts";
import { UnreadableOrders } from "./unreadable-orders.tsx";

/** What came of the sync that ended last, whoever started it. */
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
