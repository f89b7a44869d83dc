import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import type { Forwarding, ForwardingTest, TestStep } from "@deskhand/contract/admin/forwarding";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Circle, CircleCheck, CircleX, LoaderCircle, Send } from "lucide-react";
import { api } from "../../../lib/api.ts";
import { failsOffline } from "../../../lib/retries.ts";
import { useSession } from "../../../lib/session.ts";
import { Banner } from "../../../ui/banner.tsx";
import { ButtonLink } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { RelativeTime } from "../../../ui/time/relative-time.tsx";
import { AddressForm } from "./own-address.tsx";
import { GuideSteps } from "./provider-guides.tsx";

const steps = [
  "Enter the address that your customers write to, and send the test email.",
  "It goes to your mailbox, and your forwarding brings it back here. No ticket is made of it.",
  "Emails are processed within 1–2 minutes. Watch it arrive below.",
];

/** Tests the forwarding by a mail that is to come back (docs/product.md#testing-the-forwarding). */
export function TestSetup({ forwarding }: { forwarding: Forwarding }) {
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

/** How far a test is, step by step, and what it stopped at. */
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
