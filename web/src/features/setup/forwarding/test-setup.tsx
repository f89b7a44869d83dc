import type { Forwarding } from "@deskhand/contract/admin/forwarding";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { api } from "../../../lib/api.ts";
import { failsOffline } from "../../../lib/retries.ts";
import { useSession } from "../../../lib/session.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { AddressForm } from "./address-form.tsx";
import { GuideSteps } from "./guide-steps.tsx";
import { TestSteps } from "./test-steps.tsx";

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
