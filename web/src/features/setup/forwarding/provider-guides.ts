/** How the mail of a provider is forwarded; `{address}` in a text stands for where to. */
export interface ProviderGuide {
  id: string;
  name: string;
  badge?: string;
  steps: readonly string[];
  notes: readonly string[];
}

/** The guides as their providers' settings were in 2026 (support.google.com/mail/answer/10957, proton.me/support/email-forwarding, learn.microsoft.com/defender-office-365/outbound-spam-policies-external-email-forwarding). */
export const providerGuides: readonly ProviderGuide[] = [
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

/** What is done at any other provider. */
export const genericSteps: readonly string[] = [
  "Sign in to the settings of your mailbox, or to the control panel of your web host.",
  "Look for “Forwarding”, “Forwarders”, “Redirect” or “Aliases”.",
  "Add {address} as the address to forward to, for all mail, and keep a copy in the mailbox.",
  "If your provider asks to confirm the address, its mail arrives in Deskhand: open it among your tickets, or as an administrator in the mail log.",
  "Turn the forwarding on and save it, then test your setup below.",
];
