import { Check, ShieldCheck } from "lucide-react";
import { TextLink } from "../../ui/text-link.tsx";
import { Panel } from "./panel.tsx";

/** How a store is connected, step by step. */
export function SetupInstructions({ hasApp }: { hasApp: boolean }) {
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

/** What a connected store brings. */
export function IntegrationFeatures() {
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

/** What happens to what is read from a store. */
export function SecurityNote({ scopes }: { scopes: string[] }) {
  return (
    <Panel title="Security & Privacy" badges={<ShieldCheck size={16} aria-hidden className="text-green" />}>
      <ul className="flex list-disc flex-col gap-1 pl-5 text-soft">
        <li>
          Deskhand only reads, and changes nothing in your store. It asks for <code>{scopes.join(", ")}</code>.
        </li>
        <li>Access tokens are encrypted under a key that is not in the database, and never shown again.</li>
        <li>Only your own team sees your store's data. Connecting and disconnecting stand in the audit log.</li>
        <li>Disconnecting deletes the access and the store's data from Deskhand.</li>
      </ul>
    </Panel>
  );
}
