import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { api } from "../../lib/api.ts";
import { useSession } from "../../lib/session.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { Banner } from "../../ui/banner.tsx";
import { PartHeader } from "../../ui/part-header.tsx";
import { Pill } from "../../ui/pill.tsx";
import { PanelSkeleton } from "../../ui/skeleton.tsx";
import { ConnectionStatus } from "./connection-status.tsx";
import { IntegrationFeatures, SecurityNote, SetupInstructions } from "./integration-notes.tsx";
import { ManualSetup } from "./manual-setup.tsx";
import { QuickSetup } from "./quick-setup.tsx";
import { type OAuthReturn, useOAuthReturn, useStoreMessage } from "./use-store-message.ts";

interface IntegrationScreenProps {
  returned: OAuthReturn;
  /** Takes what was returned out of the address. */
  onReturnRead: () => void;
}

/** The connection to the store (docs/product.md#connecting-a-store): what it is, and how to make, try and end it. */
export function IntegrationScreen({ returned, onReturnRead }: IntegrationScreenProps) {
  const isManager = useSession().can("store:manage");
  const { data: status, error, refetch, isRefetching } = useQuery(api.shopify.status.queryOptions());
  const [message, say] = useStoreMessage();
  // What was found out about a connection is not true of the next one.
  const [connections, setConnections] = useState(0);
  useOAuthReturn(returned, say, onReturnRead);
  // What was done further down is told of up here.
  const told = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (message !== null) told.current?.scrollIntoView({ block: "nearest" });
  }, [message]);

  const isKept = status !== undefined && status.state !== "none";
  const connection = status && <ConnectionStatus key={connections} status={status} onMessage={say} />;

  return (
    <>
      <PartHeader
        title="Shopify Integration"
        subtitle="Your customers' orders and parcels beside their tickets, always as your store has them."
        badge={
          <>
            {status?.state === "connected" && <Pill tone="green">Connected</Pill>}
            {status?.state === "reconnect" && <Pill tone="amber">Connect again</Pill>}
          </>
        }
      />
      <div className="flex flex-col gap-3">
        {message !== null && (
          <div ref={told} className="scroll-mt-20">
            <Banner kind={message.kind} onDismiss={() => say(null)}>
              {message.text}
            </Banner>
          </div>
        )}
        <FailureBanner
          error={status === undefined ? error : null}
          title="The connection to Shopify could not be loaded"
          onRetry={() => void refetch()}
          isRetrying={isRefetching}
        />
        {status?.state === "reconnect" && (
          <Banner kind="warning" title="Shopify no longer accepts this connection">
            Deskhand was uninstalled there, or its access token was deleted or has expired. Orders and customers stay
            here as they were.{" "}
            {isManager ? "Connect the store again below" : "An administrator has to connect the store again"} to bring
            them up to date.
          </Banner>
        )}
        {status?.isRemoving && (
          <Banner kind="info" title="The store's data is being removed">
            The access is deleted, and the store's orders are shown nowhere any more. Deleting everything takes a few
            minutes; a store can be connected again after that.
          </Banner>
        )}
        {status === undefined ? (
          error === null && <ScreenSkeleton />
        ) : (
          // What is connected comes before what one needs only once. Where there is room for one column, the notes come last.
          <div className="@container">
            <div className="grid items-start gap-3 @3xl:grid-cols-[minmax(0,1fr)_300px]">
              <div className="flex min-w-0 flex-col gap-3">
                {isKept && connection}
                {isManager ? (
                  <>
                    <QuickSetup status={status} onMessage={say} />
                    <ManualSetup status={status} onMessage={say} onSaved={() => setConnections(connections + 1)} />
                    <SetupInstructions hasApp={status.canConnectByOauth} />
                  </>
                ) : (
                  <Banner kind="info" title="View Only Access">
                    Only administrators can connect or disconnect the store
                  </Banner>
                )}
              </div>
              <div className="flex min-w-0 flex-col gap-3 @max-3xl:contents">
                {!isKept && <div className="order-first">{connection}</div>}
                <IntegrationFeatures />
                <SecurityNote scopes={status.wantedScopes} />
              </div>
            </div>
          </div>
        )}
      </div>
    </>
  );
}

function ScreenSkeleton() {
  return (
    <div className="grid animate-appear-late gap-3 xl:grid-cols-[minmax(0,1fr)_300px]">
      <p role="status" className="sr-only">
        Loading...
      </p>
      <PanelSkeleton lines={5} />
      <PanelSkeleton lines={5} />
    </div>
  );
}
