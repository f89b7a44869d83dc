import { useQuery } from "@tanstack/react-query";
import { Check, ShieldCheck } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { api } from "../../lib/api.ts";
import { useSession } from "../../lib/session.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { Banner } from "../../ui/banner.tsx";
import { PartHeader } from "../../ui/part-header.tsx";
import { Pill } from "../../ui/pill.tsx";
import { PanelSkeleton } from "../../ui/skeleton.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { ConnectionStatus } from "./connection-status.tsx";
import { GrantPanel } from "./grant-panel.tsx";
import { ManualSetup } from "./manual-setup.tsx";
import { Panel } from "./panel.tsx";
import { QuickSetup } from "./quick-setup.tsx";
import { type OAuthReturn, useOAuthReturn, useStoreMessage } from "./use-store-message.ts";

interface IntegrationScreenProps {
  returned: OAuthReturn;
  /** Removes the returned parameters from the URL. */
  onReturnRead: () => void;
}

/**
 * The connection to the store (docs/product.md#connecting-a-store): its state, and how to connect, test and disconnect.
 */
export function IntegrationScreen({ returned, onReturnRead }: IntegrationScreenProps) {
  const isManager = useSession().can("store:manage");
  const { data: status, error, refetch, isRefetching } = useQuery(api.shopify.status.queryOptions());
  const [message, say] = useStoreMessage();
  // Test results of one connection do not apply to the next.
  const [connections, setConnections] = useState(0);
  useOAuthReturn(returned, say, onReturnRead);
  // Results of actions further down are shown at the top.
  const messageBox = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (message !== null) messageBox.current?.scrollIntoView({ block: "nearest" });
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
          <div ref={messageBox} className="scroll-mt-20">
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
          // The connection comes before the one-time setup. In one column the notes come last.
          <div className="@container">
            <div className="grid items-start gap-3 @3xl:grid-cols-[minmax(0,1fr)_300px]">
              <div className="flex min-w-0 flex-col gap-3">
                {isKept && connection}
                {status.state === "connected" && <GrantPanel />}
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

/** The steps to connect a store. */
function SetupInstructions({ hasApp }: { hasApp: boolean }) {
  return (
    <Panel title="Setup Instructions">
      <ol className="flex list-decimal flex-col gap-1 pl-5 text-soft">
        {hasApp ? (
          <>
            <li>Enter your store's name, the part before .myshopify.com.</li>
            <li>Press 'Connect with Shopify'. Shopify asks you to sign in there, and shows what Deskhand may read.</li>
            <li>Press 'Install'. Shopify brings you back here.</li>
            <li>Your orders come by themselves, and what changes later too; 'Shopify Sync' says how far it is.</li>
          </>
        ) : (
          <>
            <li>In your Shopify admin open Settings, Apps, and there your existing custom app.</li>
            <li>Give it the Admin API scopes read_orders and read_customers, and reveal its access token.</li>
            <li>Enter your domain and the token under 'Need manual setup instead?'.</li>
            <li>Press 'Test Connection', then 'Save Settings'.</li>
            <li>
              Without such an app, make one in Shopify's Dev Dashboard. Its redirect URL is{" "}
              <code className="break-anywhere">{location.origin}/api/shopify/callback</code>; whoever runs this
              installation sets its client ID and secret as SHOPIFY_API_KEY and SHOPIFY_API_SECRET, and Quick Setup
              works.
            </li>
          </>
        )}
      </ol>
      <p className="mt-2.5 text-sm text-soft">
        Shopify shows an app the orders of the last 60 days. Older ones come with the scope read_all_orders, which
        Shopify grants to an app on request.
      </p>
      <p className="mt-1 text-sm">
        <TextLink
          href="https://shopify.dev/docs/api/usage/access-scopes"
          target="_blank"
          rel="noreferrer"
          className="line-alone"
        >
          Shopify's documentation
        </TextLink>
      </p>
    </Panel>
  );
}

const features = [
  "Orders with items, payment, shipping and refunds beside each ticket",
  "Tracking from the order's own shipments, with what the carrier reported",
  "Customers matched by their Shopify account, then by e-mail address",
  "The order of a new mail found from its text and sender",
  "What changed on the order since the customer wrote",
  "Placeholders in canned responses filled from the live order",
];

/** The benefits of a connected store. */
function IntegrationFeatures() {
  return (
    <Panel title="Integration Features">
      <ul className="flex flex-col gap-1.5 text-soft">
        {features.map((feature) => (
          <li key={feature} className="flex items-start gap-2">
            <Check size={15} aria-hidden className="mt-0.5 shrink-0 text-green" />
            {feature}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** How data read from a store is handled. */
function SecurityNote({ scopes }: { scopes: string[] }) {
  return (
    <Panel title="Security & Privacy" badges={<ShieldCheck size={16} aria-hidden className="text-green" />}>
      <ul className="flex list-disc flex-col gap-1 pl-5 text-soft">
        <li>
          Deskhand asks for <code>{scopes.join(", ")}</code>, and with that only reads. It changes orders only after you
          allow it under 'Let Deskhand change orders', and only when a person here presses the button.
        </li>
        <li>Access tokens are encrypted under a key that is not in the database, and never shown again.</li>
        <li>Only your own team sees your store's data. Connecting and disconnecting stand in the audit log.</li>
        <li>Disconnecting deletes the access and the store's data from Deskhand.</li>
      </ul>
    </Panel>
  );
}
