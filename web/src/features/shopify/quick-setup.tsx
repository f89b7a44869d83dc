import type { SelfTest, StoreStatus } from "@deskhand/contract/shopify";
import { useMutation } from "@tanstack/react-query";
import { CircleCheck, CircleX, Link2 } from "lucide-react";
import { useState } from "react";
import { api } from "../../lib/api.ts";
import { type CallError, failureText, isPassing, isSignedOut } from "../../lib/failure.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { useForm } from "../../screens/use-form.ts";
import { Badge } from "../../ui/badge.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { InputField } from "../../ui/form/field.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { Panel } from "./panel.tsx";
import type { StoreMessage } from "./use-store-message.ts";

interface QuickSetupProps {
  status: StoreStatus;
  onMessage: (message: StoreMessage | null) => void;
}

/** Connects through Shopify's own page. */
export function QuickSetup({ status, onMessage }: QuickSetupProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const shopDomain = typed ?? (status.state === "reconnect" ? (status.shopDomain ?? "") : "");
  const connect = useMutation(
    api.shopify.connect.mutationOptions({
      onSuccess({ authorizationUrl }) {
        if (authorizationUrl === "")
          onMessage({ kind: "error", text: "No authorization URL received from OAuth function" });
        else location.assign(authorizationUrl);
      },
    }),
  );
  const form = useForm<"shopDomain">({
    check: () => (shopDomain.trim() === "" ? { shopDomain: "Please enter your Shopify store domain first" } : {}),
    save: connect,
    send() {
      onMessage(null);
      connect.mutate({ shopDomain });
    },
  });
  const selfTest = useMutation(api.shopify.selfTest.mutationOptions());
  const isLeaving = connect.isPending || connect.isSuccess;

  return (
    <Panel
      title="Quick Setup"
      badges={
        <>
          <Badge tone="green">Recommended</Badge>
          <Badge tone="accent">Easy</Badge>
        </>
      }
    >
      <form {...form.props} className="flex flex-col gap-3">
        {!status.canConnectByOauth && (
          <Banner kind="info">
            This installation has no Shopify app yet: whoever runs it sets SHOPIFY_API_KEY and SHOPIFY_API_SECRET. Until
            then, use the manual setup below.
          </Banner>
        )}
        {status.standInUrl !== null && (
          <Banner kind="info" title="A stand-in plays Shopify on this machine">
            No account is needed, and no real store can be connected. Connect one of the stores on{" "}
            <TextLink href={status.standInUrl} target="_blank" rel="noreferrer" className="line-alone">
              its page
            </TextLink>
            ; an empty installation has try-it. What you do to its orders there arrives here. For your real store, set
            NODE_ENV=production or your app's SHOPIFY_API_KEY and SHOPIFY_API_SECRET.
          </Banner>
        )}
        <InputField
          label="Store Name"
          hint="Your store's name at Shopify; .myshopify.com is added automatically."
          error={form.faults.shopDomain}
          value={shopDomain}
          placeholder="your-store"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          readOnly={isLeaving}
          onChange={(event) => {
            setTyped(event.target.value);
            form.edited();
          }}
        />
        {form.failure !== null && <Banner kind="error">{connectFailure(form.failure)}</Banner>}
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            variant="primary"
            icon={<Link2 size={15} aria-hidden />}
            disabled={shopDomain.trim() === "" || !status.canConnectByOauth}
            busy={isLeaving}
            busyText="Connecting..."
          >
            Connect with Shopify
          </Button>
          {status.isSelfTestOffered && (
            <Button
              variant="ghost"
              busy={selfTest.isPending}
              busyText="🧪 Testing..."
              onClick={() => selfTest.mutate({})}
            >
              🧪 Test Function
            </Button>
          )}
        </div>
        <SelfTestResult result={selfTest.data} error={selfTest.error} />
      </form>
    </Panel>
  );
}

function connectFailure(error: CallError): string {
  if (isSignedOut(error)) return "You must be logged in to connect your Shopify store";
  const kind = isPassing(error) ? "OAuth connection failed" : "OAuth authorization failed";
  return `${kind}: ${failureText(error)}`;
}

interface SelfTestResultProps {
  /** Absent before the first test. */
  result: SelfTest | undefined;
  error: CallError | null;
}

/** The self-test's result for each part of the connection. */
function SelfTestResult({ result, error }: SelfTestResultProps) {
  if (error !== null) return <FailureBanner error={error} title="The self-test could not be run" />;
  if (result === undefined) return null;
  return (
    <div role="status" className="rounded-control border border-line p-2.5 text-sm">
      <ul className="flex flex-col gap-1">
        {result.checks.map(({ name, passed, detail }) => (
          <li key={name} className="flex items-start gap-2">
            {passed ? (
              <CircleCheck size={15} role="img" aria-label="Works" className="mt-0.5 shrink-0 text-green" />
            ) : (
              <CircleX size={15} role="img" aria-label="Does not work" className="mt-0.5 shrink-0 text-red" />
            )}
            <span className="min-w-0 break-anywhere">
              <span className="font-medium">{name}</span> <span className="text-soft">{detail}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
