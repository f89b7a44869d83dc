import type { StoreStatus, StoreTestResult } from "@deskhand/contract/shopify";
import { isDefinedError, safe } from "@orpc/client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../lib/api.ts";
import { formatDateTime } from "../../lib/format.ts";
import { useSession } from "../../lib/session.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Fact, Facts } from "../../ui/card.tsx";
import { DangerDialog } from "../../ui/overlay/dialog.tsx";
import { Pill } from "../../ui/pill.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { Panel } from "./panel.tsx";
import { type StoreMessage, storeFailure } from "./use-store-message.ts";

interface ConnectionStatusProps {
  status: StoreStatus;
  onMessage: (message: StoreMessage | null) => void;
}

/** The connected store, its synced data, and the way to disconnect. */
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

interface DisconnectDialogProps {
  status: StoreStatus;
  onMessage: (message: StoreMessage | null) => void;
  onClose: () => void;
}

/** Asks before the store's connection and data are removed, listing what that is. */
function DisconnectDialog({ status, onMessage, onClose }: DisconnectDialogProps) {
  const cache = useQueryClient();
  const { shopDomain, origin } = status;
  const disconnect = useMutation({
    async mutationFn() {
      const { error, data } = await safe(api.shopify.disconnect.call());
      // Somebody else disconnected it first, or a response was lost: either way it is disconnected.
      if (isDefinedError(error) && error.code === "store_not_connected") return { isTold: true };
      if (error !== null) throw error;
      return data;
    },
    onSuccess({ isTold }) {
      for (const part of [api.shopify, api.orders, api.customers, api.tracking])
        void cache.invalidateQueries({ queryKey: part.key() });
      onClose();
      onMessage(
        isTold ? { kind: "success", text: DISCONNECTED } : { kind: "warning", text: `${DISCONNECTED} ${notTold}` },
      );
    },
  });
  return (
    <DangerDialog
      title="Disconnect Shopify Store"
      confirmText="Disconnect Store"
      busyText="Disconnecting..."
      isBusy={disconnect.isPending}
      onConfirm={() => disconnect.mutate()}
      onClose={onClose}
    >
      <Banner kind="warning" title="This action cannot be undone" />
      <ul className="flex list-disc flex-col gap-1 pl-5 text-soft">
        <li>The access to your store is deleted here, and nothing is read from it any more.</li>
        <li>All orders, with their items, shipments and tracking, and the sync history are deleted.</li>
        <li>Customers from Shopify who have no tickets are deleted.</li>
        <li>Customers with tickets stay, without their Shopify ID and their order statistics.</li>
        <li>Tickets, messages, notes and saved order numbers stay.</li>
        {origin === "manual" ? (
          <li>The access token itself stays valid until you delete its app in your Shopify admin.</li>
        ) : (
          <li>Deskhand is uninstalled from your store. Your store itself is not changed.</li>
        )}
      </ul>
      <p>
        Store to disconnect: <strong className="break-anywhere">{shopDomain}</strong>
      </p>
      {disconnect.error !== null && (
        <Banner kind="error">{`Failed to disconnect store: ${storeFailure(disconnect.error)}`}</Banner>
      )}
    </DangerDialog>
  );
}

const DISCONNECTED = "Shopify store disconnected successfully! Your store data has been removed.";
const notTold = "Shopify could not be reached: uninstall Deskhand in your Shopify admin yourself.";

interface TestResultProps {
  /** Absent until a test succeeded. */
  result: StoreTestResult | undefined;
  /** Why a test failed. */
  error: string | null;
}

/** The result of a connection test. */
export function TestResult({ result, error }: TestResultProps) {
  if (error !== null) {
    return (
      <Banner kind="error" title="Connection Failed">
        {error}
      </Banner>
    );
  }
  if (result === undefined) return null;
  const { shopName, customers, orders } = result;
  const number = (count: number) => count.toLocaleString("en-US");
  return (
    <Banner kind="success" title="Connection Successful!">
      <p>
        <bdi className="font-medium">{shopName}</bdi>
      </p>
      <p>
        Found {number(customers)} customers and {number(orders)} orders
      </p>
    </Banner>
  );
}
