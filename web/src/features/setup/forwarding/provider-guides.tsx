import { ChevronDown } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Badge } from "../../../ui/badge.tsx";
import { cx } from "../../../ui/cx.ts";

interface ProviderAccordionProps {
  address: string;
  /** Gmail's confirmation requests, shown in its guide. */
  ofGmail: ReactNode;
  /** Whether Gmail has sent a request, so that its guide starts open. */
  isGmailAsking: boolean;
}

/** A guide for each large provider, of which at most one is open. */
export function ProviderAccordion({ address, ofGmail, isGmailAsking }: ProviderAccordionProps) {
  const [chosen, setChosen] = useState<string | null>();
  const open = chosen === undefined ? (isGmailAsking ? "gmail" : null) : chosen;
  return (
    <div className="overflow-hidden rounded-panel border border-line">
      {providerGuides.map((guide) => (
        <Provider
          key={guide.id}
          guide={guide}
          address={address}
          isOpen={guide.id === open}
          onToggle={() => setChosen(guide.id === open ? null : guide.id)}
        >
          {guide.id === "gmail" && ofGmail}
        </Provider>
      ))}
    </div>
  );
}

interface ProviderProps {
  guide: ProviderGuide;
  address: string;
  isOpen: boolean;
  onToggle: () => void;
  children: ReactNode;
}

function Provider({ guide, address, isOpen, onToggle, children }: ProviderProps) {
  const id = useId();
  return (
    <section className="border-line not-first:border-t">
      <h4>
        <button
          type="button"
          id={`${id}-name`}
          aria-expanded={isOpen}
          aria-controls={`${id}-steps`}
          onClick={onToggle}
          className="flex w-full items-center gap-2.5 px-3.5 py-2.5 text-left font-medium transition-colors duration-120 hover:bg-hover focus-visible:-outline-offset-2"
        >
          <span className="min-w-0 flex-1">{guide.name}</span>
          {guide.badge !== undefined && <Badge tone="amber">{guide.badge}</Badge>}
          <ChevronDown
            size={16}
            aria-hidden
            className={cx("shrink-0 text-faint transition-transform duration-120", isOpen && "rotate-180")}
          />
        </button>
      </h4>
      {isOpen && (
        <section id={`${id}-steps`} aria-labelledby={`${id}-name`} className="flex flex-col gap-3 px-3.5 pt-1 pb-3.5">
          <GuideSteps steps={guide.steps} address={address} />
          {children}
          <ul className="list-disc pl-4.5 text-soft text-sm">
            {guide.notes.map((note) => (
              <li key={note} className="mt-1">
                <GuideText text={note} address={address} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </section>
  );
}

interface GuideStepsProps {
  steps: readonly string[];
  /** Replaces `{address}` in the steps. */
  address: string;
}

/** The numbered steps of a guide. */
export function GuideSteps({ steps, address }: GuideStepsProps) {
  return (
    <ol className="flex flex-col gap-2">
      {steps.map((step, index) => (
        <li key={step} className="flex gap-2.5">
          <span
            aria-hidden
            className="grid size-5 shrink-0 place-items-center rounded-full border border-line bg-panel font-medium text-soft text-xs tabular"
          >
            {index + 1}
          </span>
          <span className="min-w-0">
            <GuideText text={step} address={address} />
          </span>
        </li>
      ))}
    </ol>
  );
}

/** A guide's text with the address filled in. */
function GuideText({ text, address }: { text: string; address: string }) {
  const [before, ...rest] = text.split("{address}");
  if (rest.length === 0) return text;
  return (
    <>
      {before}
      <code className="rounded-tag bg-panel px-1 font-mono text-sm break-anywhere">{address}</code>
      {rest.join(address)}
    </>
  );
}

/** How to forward a provider's mail; `{address}` in a text is the target address. */
interface ProviderGuide {
  id: string;
  name: string;
  badge?: string;
  steps: readonly string[];
  notes: readonly string[];
}

/**
 * The providers' settings as of 2026 (support.google.com/mail/answer/10957, proton.me/support/email-forwarding,
 * learn.microsoft.com/defender-office-365/outbound-spam-policies-external-email-forwarding).
 */
const providerGuides: readonly ProviderGuide[] = [
  {
    id: "gmail",
    name: "Gmail",
    steps: [
      "On a computer, open Gmail with the mailbox that your customers write to. Gmail's app has no forwarding.",
      "Select the gear, “See all settings”, then the tab “Forwarding and POP/IMAP”.",
      "Select “Add a forwarding address”, enter {address}, then “Next”, “Proceed” and “OK”.",
      "Verify the address: Google sends a confirmation to it, and its code and link appear below within a minute or two. Open the link and confirm there, or enter the code in Gmail and select “Verify”.",
      "Reload Gmail's settings, select “Forward a copy of incoming mail to” and choose {address}.",
      "Beside it, choose what happens to Gmail's own copy. “Keep Gmail's copy in the Inbox” is the safest.",
      "Select “Save Changes” at the end of the page, then test your setup below.",
    ],
    notes: [
      "At most 20 forwarding addresses are allowed. To forward only some mail, leave forwarding off and make a filter with “Forward it to”.",
      "Google Workspace: where the tab offers no forwarding, an administrator has turned it off (Admin console: Apps, Google Workspace, Gmail, End User Access, Automatic forwarding).",
      "Google Groups: add {address} as a member who gets each email, and let anyone on the web post.",
      "Gmail forwards no spam, and shows a notice about forwarding in your inbox for the first week.",
    ],
  },
  {
    id: "proton",
    name: "Proton Mail",
    badge: "Paid Plan Required",
    steps: [
      "On a computer, sign in at mail.proton.me with a paid plan.",
      "Select the gear, “All settings”, then “Proton Mail” and “Auto-reply and forward”.",
      "Under “Forward emails”, select “Add forwarding rule”.",
      "Choose the address your customers write to in “Forward from”, and enter {address} in “Forward to”.",
      "To forward everything, add no filter. To forward only some mail, select “Add condition” and filter by sender, recipient, subject or attachment.",
      "Select “Next” and “Send confirmation email”. Proton's mail arrives in Deskhand: open it among your tickets, or as an administrator in the mail log, and accept the forwarding by its link.",
      "Back in Proton, see that the rule is turned on, then test your setup below.",
    ],
    notes: [
      "Forwarded to an address outside Proton, mail is no longer end-to-end encrypted on its way.",
      "Rules with conditions are filters: one that catches a mail before may keep it from being forwarded.",
    ],
  },
  {
    id: "microsoft",
    name: "Outlook / Microsoft 365",
    steps: [
      "As an administrator of Microsoft 365, open security.microsoft.com: “Email & collaboration”, “Policies & rules”, “Threat policies”, “Anti-spam”. By default Microsoft 365 blocks forwarding to other organizations. With a personal Outlook.com mailbox, go on with step 3.",
      "Create an outbound policy for this mailbox alone, or edit the default one, and set “Automatic forwarding rules” to “On - Forwarding is enabled”.",
      "Sign in to Outlook on the web with the mailbox that your customers write to, and select the gear.",
      "Select “Mail”, then “Forwarding” (“Forwarding and IMAP” at Outlook.com).",
      "Select “Enable forwarding” and enter {address}.",
      "Select “Keep a copy of forwarded messages”, so that nothing is lost while you set up.",
      "Select “Save”. A new policy may take some minutes to count; then test your setup below.",
    ],
    notes: [
      "While forwarding is blocked, senders get “5.7.520 Access denied, your organization does not allow external forwarding”. The test below shows that.",
      "Shared mailboxes: an administrator turns on forwarding in the Exchange admin center, under the mailbox's mail flow settings.",
      "Instead of forwarding, a rule with “Redirect to” works as well. “Forward to” makes a new mail of your own of each, so answers would go to you.",
    ],
  },
];

/** The steps for any other provider. */
export const genericSteps: readonly string[] = [
  "Sign in to the settings of your mailbox, or to the control panel of your web host.",
  "Look for “Forwarding”, “Forwarders”, “Redirect” or “Aliases”.",
  "Add {address} as the address to forward to, for all mail, and keep a copy in the mailbox.",
  "If your provider asks to confirm the address, its mail arrives in Deskhand: open it among your tickets, or as an administrator in the mail log.",
  "Turn the forwarding on and save it, then test your setup below.",
];
