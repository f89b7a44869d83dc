import { LifeBuoy } from "lucide-react";
import { useState } from "react";
import { CopiedAddress } from "../../../screens/copied-address.tsx";
import { FailureBanner } from "../../../screens/failure-banner.tsx";
import { Button, ButtonLink } from "../../../ui/button.tsx";
import { PanelSkeleton } from "../../../ui/skeleton.tsx";
import { GmailConfirmations } from "./gmail-confirmations.tsx";
import { GuideSteps } from "./guide-steps.tsx";
import { OwnAddress } from "./own-address.tsx";
import { ProviderAccordion } from "./provider-accordion.tsx";
import { genericSteps } from "./provider-guides.ts";
import { TestSetup } from "./test-setup.tsx";
import { useForwarding } from "./use-forwarding.ts";

interface IntegrationSetupProps {
  /** Of the link in the mail that asks whether an address is the store's own. */
  token: string | undefined;
  onConfirmed: () => void;
}

/** How a store's mail is forwarded here, and whether it is (docs/product.md#forwarding). */
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
