import type { OrderGrant } from "@deskhand/contract/actions/order-grant";
import { isDefinedError } from "@orpc/client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Check, Minus } from "lucide-react";
import { useState } from "react";
import { api } from "../../lib/api.ts";
import { type CallError, failureText } from "../../lib/failure.ts";
import { formatDateTime } from "../../lib/format.ts";
import { failsOffline } from "../../lib/retries.ts";
import { useSession } from "../../lib/session.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { DangerDialog } from "../../ui/overlay/dialog.tsx";
import { Pill } from "../../ui/pill.tsx";
import type { Tone } from "../../ui/tone.ts";
import { Panel } from "./panel.tsx";

const states: Record<OrderGrant["state"], { label: string; tone: Tone }> = {
  none: { label: "Off", tone: "grey" },
  off: { label: "Off", tone: "grey" },
  on: { label: "On", tone: "green" },
  partly: { label: "In part", tone: "amber" },
  lost: { label: "Taken back by Shopify", tone: "red" },
};

/** The second, optional step: that Deskhand may change orders, with what each scope is for; taken back at will. */
export function GrantPanel() {
  const { data, error, refetch } = useQuery(api.orderGrant.status.queryOptions());
  if (data === undefined) {
    return (
      <FailureBanner error={error} title="What Deskhand may do could not be loaded" onRetry={() => void refetch()} />
    );
  }
  // Without a store there is nothing to allow yet.
  return data.state === "none" ? null : <Grant grant={data} />;
}

function Grant({ grant }: { grant: OrderGrant }) {
  const cache = useQueryClient();
  const isManager = useSession().can("store:manage");
  const [isAsking, setAsking] = useState(false);
  const keep = (saved: OrderGrant) => cache.setQueryData(api.orderGrant.status.queryKey(), saved);
  const allow = useMutation(
    api.orderGrant.allow.mutationOptions({
      ...failsOffline,
      onSuccess({ authorizationUrl, grant: saved }) {
        if (authorizationUrl === null) keep(saved);
        else location.assign(authorizationUrl);
      },
    }),
  );
  const takeBack = useMutation(
    api.orderGrant.takeBack.mutationOptions({
      ...failsOffline,
      onSuccess(saved) {
        keep(saved);
        setAsking(false);
      },
    }),
  );
  const readAgain = useMutation(api.orderGrant.readAgain.mutationOptions({ ...failsOffline, onSuccess: keep }));
  const { state, scopes, since, readAt, lost, origin, isStillGranted } = grant;
  const isOn = state === "on" || state === "partly";
  const { label, tone } = states[state];
  const missing = scopes.filter(({ isGranted }) => !isGranted);

  return (
    <Panel title="Let Deskhand change orders" badges={<Pill tone={tone}>{label}</Pill>}>
      <div className="flex flex-col gap-3">
        <p className="text-soft">
          {isOn
            ? "Your team can refund, cancel and correct orders from a ticket, within the limits that you set."
            : "Until you allow it, Deskhand only reads your store. Allowed, your team can refund, cancel and correct orders from a ticket, within the limits that you set. Everything else works without it."}{" "}
          Nothing is changed by itself: a person presses the button each time, and their name stands in the audit log.
        </p>
        {state === "lost" && (
          <Banner kind="warning" title="Shopify took back what Deskhand may do">
            Gone: <code className="break-anywhere">{lost.join(", ")}</code>. Allow it again, or take it back here too.
          </Banner>
        )}
        {isStillGranted && (
          <Banner kind="info">
            The access token still has scopes to change orders. Deskhand does not use them; you can take them off the
            token in your Shopify admin.
          </Banner>
        )}
        <ul aria-label="What each scope is for" className="flex flex-col gap-1.5">
          {scopes.map(({ scope, purpose, isGranted }) => (
            <li key={scope} className="flex items-start gap-2">
              {isGranted && state !== "off" ? (
                <Check size={15} aria-hidden className="mt-0.5 shrink-0 text-green" />
              ) : (
                <Minus size={15} aria-hidden className="mt-0.5 shrink-0 text-faint" />
              )}
              <span className="min-w-0">
                {purpose} <code className="text-soft text-xs break-anywhere">{scope}</code>
                <span className="sr-only">{isGranted && state !== "off" ? ", allowed" : ", not allowed"}</span>
              </span>
            </li>
          ))}
        </ul>
        {isOn && (
          <p className="text-soft text-sm">
            {since !== null && `Allowed since ${formatDateTime(since)}. `}
            {readAt !== null && `Read from Shopify ${formatDateTime(readAt)}.`}
          </p>
        )}
        <Failure error={allow.error ?? readAgain.error} />
        {isManager ? (
          <div className="flex flex-wrap gap-2">
            {(!isOn || missing.length > 0) && (
              <Button
                variant="primary"
                // Shopify's page opens a moment after the answer.
                busy={allow.isPending || allow.data?.authorizationUrl != null}
                busyText={origin === "oauth" ? "Opening Shopify..." : "Reading the token..."}
                onClick={() => allow.mutate({})}
              >
                {isOn ? "Allow What Is Missing" : "Allow Changes to Orders"}
              </Button>
            )}
            {isOn && (
              <Button busy={readAgain.isPending} busyText="Checking..." onClick={() => readAgain.mutate({})}>
                Check at Shopify
              </Button>
            )}
            {(isOn || state === "lost") && (
              <Button variant="danger" onClick={() => setAsking(true)}>
                Take Back
              </Button>
            )}
          </div>
        ) : (
          !isOn && <p className="text-soft text-sm">Ask an admin to let Deskhand change orders.</p>
        )}
      </div>
      {isAsking && (
        <DangerDialog
          title="Take back that Deskhand may change orders"
          confirmText="Take Back"
          busyText="Taking back..."
          isBusy={takeBack.isPending}
          onConfirm={() => takeBack.mutate({})}
          onClose={() => setAsking(false)}
        >
          <ul className="flex list-disc flex-col gap-1 pl-5 text-soft">
            <li>From then on Deskhand only reads your store, and nobody can act on orders here.</li>
            <li>What waits for approval cannot be done any more. What is on its way at this moment still ends.</li>
            {origin === "manual" ? (
              <li>The access token keeps its scopes until you change it in your Shopify admin.</li>
            ) : (
              <li>The scopes are given back to Shopify. You can allow it again at any time.</li>
            )}
          </ul>
          <FailureBanner error={takeBack.error} />
        </DangerDialog>
      )}
    </Panel>
  );
}

function Failure({ error }: { error: CallError | null }) {
  if (isDefinedError(error) && error.code === "order_actions_not_granted") {
    return (
      <Banner kind="error" title="The access token has none of these scopes">
        Missing: <code className="break-anywhere">{error.data.missing.join(", ")}</code>. Add them to the app in your
        Shopify admin, and press the button again.
      </Banner>
    );
  }
  return error === null ? null : <Banner kind="error">{failureText(error)}</Banner>;
}
