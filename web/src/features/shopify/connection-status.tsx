import type { StoreStatus } from "@deskhand/contract/shopify";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../lib/api.ts";
import { formatDateTime } from "../../lib/format.ts";
import { useSession } from "../../lib/session.ts";
import { Button } from "../../ui/button.tsx";
import { Fact, Facts } from "../../ui/card.tsx";
import { Pill } from "../../ui/pill.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { DisconnectDialog } from "./disconnect-dialog.tsx";
import { Panel } from "./panel.tsx";
import { storeFailure } from "./store-failure.ts";
import { TestResult } from "./test-result.tsx";
import type { StoreMessage } from "./use-store-message.ts";

interface ConnectionStatusProps {
  status: StoreStatus;
  onMessage: (message: StoreMessage | null) => void;
}

/** Which store is connected, what of it is here, and the way out. */
export function ConnectionStatus({ status, onMessage }: ConnectionStatusProps) {
  const cache = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { can } = useSession();
  const isKept = status.state !== "none";
  const counts = useQuery(api.shopify.counts.queryOptions({ enabled: isKept }));
  const test = useMutation(
    api.shopify.testSaved.mutationOptions({
      onSettled: () => cache.invalidateQueries({ queryKey: api.shopify.status.key() }),
    }),
  );
  const count = (of: "customers" | "orders") =>
    isKept && counts.data !== undefined ? counts.data[of].toLocaleString("en-US") : "—";

  return (
    <Panel title="Connection Status">
      <Facts>
        <Fact name="Status">
          <StatePill status={status} hasFailed={test.isError} />
        </Fact>
        <Fact name="Domain">
          {status.adminUrl === null ? (
            "—"
          ) : (
            <TextLink href={status.adminUrl} target="_blank" rel="noreferrer" className="line-alone">
              {status.shopDomain}
            </TextLink>
          )}
        </Fact>
        <Fact name="Last Sync">{lastSyncOf(status)}</Fact>
        {isKept && <Fact name="Updates">{updatesOf(status)}</Fact>}
        <Fact name="Customers">{count("customers")}</Fact>
        <Fact name="Orders">{count("orders")}</Fact>
      </Facts>
      {isKept && can("store:manage") && (
        <div className="mt-3 flex flex-col gap-3">
          <TestResult result={test.data} error={test.error === null ? null : storeFailure(test.error)} />
          <div className="flex flex-wrap gap-2">
            <Button busy={test.isPending} busyText="Checking..." onClick={() => test.mutate({})}>
              Check Now
            </Button>
            <Button variant="danger" onClick={() => setAsking(true)}>
              Disconnect
            </Button>
          </div>
        </div>
      )}
      {isAsking && <DisconnectDialog status={status} onMessage={onMessage} onClose={() => setAsking(false)} />}
    </Panel>
  );
}

function StatePill({ status: { state }, hasFailed }: { status: StoreStatus; hasFailed: boolean }) {
  if (state === "reconnect") return <Pill tone="amber">Connect again</Pill>;
  if (state === "connected" && !hasFailed) return <Pill tone="green">Connected</Pill>;
  return <Pill tone="grey">Not connected</Pill>;
}

function updatesOf({ state, hasWebhooks }: StoreStatus): string {
  if (state === "reconnect") return "None until connected again";
  return hasWebhooks ? "As they happen" : "Read regularly";
}

function lastSyncOf({ state, lastSyncAt }: StoreStatus): string {
  if (state === "none") return "—";
  return lastSyncAt === null ? "Never" : formatDateTime(lastSyncAt);
}
