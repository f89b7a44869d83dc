import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import type { Forwarding, ForwardingTest, TestStep } from "@deskhand/contract/admin/forwarding";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Circle, CircleCheck, CircleX, ExternalLink, LifeBuoy, LoaderCircle, Send } from "lucide-react";
import { useState } from "react";
import { api } from "../../../lib/api.ts";
import { failsOffline } from "../../../lib/retries.ts";
import { useSession } from "../../../lib/session.ts";
import { CopiedAddress } from "../../../screens/copied-address.tsx";
import { FailureBanner } from "../../../screens/failure-banner.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { PanelSkeleton } from "../../../ui/skeleton.tsx";
import { RelativeTime } from "../../../ui/time/relative-time.tsx";
import { AddressForm, OwnAddress } from "./own-address.tsx";
import { GuideSteps, genericSteps, ProviderAccordion } from "./provider-guides.tsx";

interface IntegrationSetupProps {
  /** The token of the mailed link that proves an address. */
  token: string | undefined;
  onConfirmed: () => void;
}

/** Sets up the forwarding of the store's mail and tests it (docs/product.md#forwarding). */
export function IntegrationSetup({ token, onConfirmed }: IntegrationSetupProps) {
  const { data: forwarding, error, isFetching, refetch } = useForwarding();
  if (forwarding === undefined) {
    if (error === null) return <PanelSkeleton lines={6} className="animate-appear-late" />;
    return (
      <FailureBanner error={error} title="Error Loading Store" onRetry={() => void refetch()} isRetrying={isFetching} />
    );
  }
  const { supportEmail, customSupportEmail, confirmations, operatorEmail } = forwarding;
  return (
    <div className="flex flex-col gap-6">
      <section aria-labelledby="deskhand-address">
        <h3 id="deskhand-address" className="mb-2 font-semibold">
          Your Deskhand Email Address
        </h3>
        <CopiedAddress address={customSupportEmail ?? supportEmail} />
        {customSupportEmail !== null && (
          <p className="mt-1.5 text-soft text-sm">
            Forward its mail to <span className="font-mono break-anywhere">{supportEmail}</span>
          </p>
        )}
      </section>
      <section aria-labelledby="providers" className="flex flex-col gap-2">
        <h3 id="providers" className="font-semibold">
          Set up forwarding at your email provider
        </h3>
        <ProviderAccordion
          address={supportEmail}
          isGmailAsking={confirmations.length > 0}
          ofGmail={<GmailConfirmations asked={confirmations} />}
        />
      </section>
      <section aria-labelledby="other-provider" className="flex flex-col gap-3">
        <h3 id="other-provider" className="font-semibold">
          Can't find your email provider?
        </h3>
        <GuideSteps steps={genericSteps} address={supportEmail} />
        <ContactSupport operatorEmail={operatorEmail} />
      </section>
      <OwnAddress forwarding={forwarding} token={token} onConfirmed={onConfirmed} />
      <TestSetup forwarding={forwarding} />
    </div>
  );
}

function ContactSupport({ operatorEmail }: { operatorEmail: string | null }) {
  const [isAsked, setAsked] = useState(false);
  const icon = <LifeBuoy size={15} aria-hidden />;
  if (operatorEmail !== null) {
    const subject = encodeURIComponent("Help with email forwarding");
    return (
      <div>
        <ButtonLink href={`mailto:${operatorEmail}?subject=${subject}`} icon={icon}>
          Contact Support for Help
        </ButtonLink>
      </div>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-2.5">
      <Button icon={icon} onClick={() => setAsked(true)}>
        Contact Support for Help
      </Button>
      <p role="status" className="text-soft text-sm">
        {isAsked && "Ask whoever set up Deskhand for you: this installation names no address to write to."}
      </p>
    </div>
  );
}

/** Gmail's confirmation requests, or that they are awaited. */
function GmailConfirmations({ asked }: { asked: Forwarding["confirmations"] }) {
  if (asked.length === 0) {
    return (
      <p className="rounded-control border border-line border-dashed px-3 py-2 text-soft text-sm">
        Google's confirmation code and link appear here as soon as its mail arrives.
      </p>
    );
  }
  return (
    <ul aria-live="polite" className="flex flex-col gap-2">
      {asked.map(({ account, code, link, receivedAt, isVerified }) => (
        <li key={receivedAt + link}>
          <Banner
            kind={isVerified ? "success" : "warning"}
            title={`Gmail asks to confirm forwarding${account === null ? "" : ` from ${account}`}`}
            action={
              <ButtonLink
                href={link}
                target="_blank"
                rel="noreferrer"
                size="sm"
                icon={<ExternalLink size={14} aria-hidden />}
              >
                Confirm at Google
              </ButtonLink>
            }
          >
            <p>
              {code !== null && (
                <>
                  Confirmation code: <code className="font-mono font-semibold">{code}</code> ·{" "}
                </>
              )}
              <RelativeTime at={receivedAt} smallest="minute" />
            </p>
            {!isVerified && (
              <p>We cannot be sure that Google sent this. Confirm it only if you have just asked for it.</p>
            )}
          </Banner>
        </li>
      ))}
    </ul>
  );
}

const POLL_MS = 2_000;
/** Test mails time out after ten minutes; anything later arrives as an event. */
const ASKED_MS = 10.5 * 60_000;

/**
 * The state of the store's forwarding. Events report changes; polling in the first minutes notices that nothing
 * happened.
 */
function useForwarding() {
  return useQuery(
    api.forwarding.read.queryOptions({
      staleTime: 0,
      refetchInterval: ({ state }) => (isOnItsWay(state.data) ? POLL_MS : false),
    }),
  );
}

function isOnItsWay(forwarding: Forwarding | undefined): boolean {
  const { test, check } = forwarding ?? {};
  return (
    (test?.state === "running" && isRecent(test.askedAt)) || (check?.state === "waiting" && isRecent(check.askedAt))
  );
}

function isRecent(askedAt: string): boolean {
  return Date.now() - Date.parse(askedAt) < ASKED_MS;
}

const steps = [
  "Enter the address that your customers write to, and send the test email.",
  "It goes to your mailbox, and your forwarding brings it back here. No ticket is made of it.",
  "Emails are processed within 1–2 minutes. Watch it arrive below.",
];

/** Tests the forwarding with a mail that should come back (docs/product.md#testing-the-forwarding). */
function TestSetup({ forwarding }: { forwarding: Forwarding }) {
  const { can } = useSession();
  const cache = useQueryClient();
  const { test, customSupportEmail, check } = forwarding;
  const send = useMutation(
    api.forwarding.test.mutationOptions({
      ...failsOffline,
      onSuccess: (now) => cache.setQueryData(api.forwarding.read.queryOptions().queryKey, now),
    }),
  );
  return (
    <section aria-labelledby="test-setup" className="flex flex-col gap-3">
      <h3 id="test-setup" className="font-semibold">
        Test Your Setup
      </h3>
      <GuideSteps steps={steps} address={forwarding.supportEmail} />
      {can("client:manage") ? (
        <AddressForm
          label="Address your customers write to"
          hint="For example support@yourstore.com, not the address of Deskhand"
          initial={customSupportEmail ?? test?.address ?? check?.address ?? ""}
          verb="Send Test Email"
          busyText="Sending..."
          icon={<Send size={15} aria-hidden />}
          title="The test could not be sent"
          save={send}
        />
      ) : (
        <p className="text-soft">Only administrators can set up forwarding.</p>
      )}
      {test !== null && <TestSteps test={test} />}
      <div>
        <ButtonLink href="/dashboard?section=tickets">View My Tickets</ButtonLink>
      </div>
    </section>
  );
}

const labels: Record<TestStep["id"], string> = {
  sent: "Sent to your address",
  returned: "Back at Deskhand by your forwarding",
  recognised: "Recognised",
  ticket: "Ready to become a ticket",
};

const looks = {
  waiting: { Icon: Circle, color: "text-faint", word: "Waiting" },
  running: { Icon: LoaderCircle, color: "text-accent motion-safe:animate-spin", word: "On its way" },
  done: { Icon: CircleCheck, color: "text-green", word: "Done" },
  failed: { Icon: CircleX, color: "text-red", word: "Failed" },
} as const;

/** A test's progress by step, and where it stopped. */
function TestSteps({ test }: { test: ForwardingTest }) {
  return (
    <div className="flex flex-col gap-3 rounded-panel border border-line bg-panel p-3.5">
      <p className="text-sm text-soft">
        Test of <span className="font-medium text-ink break-anywhere">{shownAddress(test.address)}</span>,{" "}
        <RelativeTime at={test.askedAt} smallest="minute" />
      </p>
      <ol aria-live="polite" aria-label="How far the test is" className="flex flex-col gap-2">
        {test.steps.map(({ id, state, text }) => {
          const { Icon, color, word } = looks[state];
          return (
            <li key={id} data-step={id} data-state={state} className="flex gap-2.5">
              <Icon size={16} aria-hidden className={cx("mt-0.5 shrink-0", color)} />
              <span className="min-w-0">
                <span className={cx("font-medium", state === "waiting" && "text-soft")}>
                  <span className="sr-only">{word}: </span>
                  {labels[id]}
                </span>
                {text !== null && (
                  <span className={cx("block text-sm break-anywhere", state === "failed" ? "text-red" : "text-soft")}>
                    {text}
                  </span>
                )}
              </span>
            </li>
          );
        })}
      </ol>
      {test.state === "passed" && <Banner kind="success">Your forwarding works.</Banner>}
      {test.notes.map((note) => (
        <Banner key={note} kind="warning">
          {note}
        </Banner>
      ))}
    </div>
  );
}
