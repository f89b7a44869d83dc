import { useId } from "react";
import { EmailCustomization } from "../../features/outgoing/email-settings/email-customization.tsx";
import { IntegrationSetup } from "../../features/setup/forwarding/integration-setup.tsx";
import { LeaveGuard } from "../../screens/leave-guard.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { TabPanel, Tabs } from "../../ui/tabs.tsx";
import { AdminLink } from "./admin-link.tsx";
import { type EmailSetupTab, emailSetupTabs } from "./admin-search.ts";

const labels: Record<EmailSetupTab, string> = {
  integration: "Integration Setup",
  customization: "Email Customization",
};

interface EmailSetupDialogProps {
  tab: EmailSetupTab;
  /** The token of the mailed link that proves an address. */
  token: string | undefined;
  onSelect: (tab: EmailSetupTab) => void;
  onConfirmed: () => void;
  onClose: () => void;
}

/** Sets up incoming mail and the look of outgoing mail. Typed text survives a change of tab, and closing asks first. */
export function EmailSetupDialog({ tab, token, onSelect, onConfirmed, onClose }: EmailSetupDialogProps) {
  const group = useId();
  const title = "Email Integration & Customization";
  return (
    <Dialog
      title={title}
      size="lg"
      bare
      tall
      onClose={onClose}
      returnFocusTo={() => document.querySelector<HTMLElement>("[data-email-setup]")}
    >
      <LeaveGuard stays={(search) => "setup" in search && search.setup !== undefined}>
        <div className="flex h-full flex-col">
          <Tabs
            group={group}
            label={title}
            active={tab}
            onSelect={onSelect}
            className="shrink-0"
            tabs={emailSetupTabs.map((id) => ({ id, label: labels[id] }))}
          />
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-4 sm:px-5">
            <TabPanel group={group} id="integration" hidden={tab !== "integration"} className="mx-auto max-w-190">
              <IntegrationSetup token={token} onConfirmed={onConfirmed} />
            </TabPanel>
            <TabPanel group={group} id="customization" hidden={tab !== "customization"}>
              <EmailCustomization domainLink={<AdminLink to="sender-domain">Set up the sender domain</AdminLink>} />
            </TabPanel>
          </div>
        </div>
      </LeaveGuard>
    </Dialog>
  );
}
