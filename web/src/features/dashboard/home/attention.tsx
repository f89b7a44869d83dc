import type { Alert, LeadHome } from "@deskhand/contract/home/home";
import { limits } from "@deskhand/contract/limits";
import { Link, type LinkProps } from "@tanstack/react-router";
import {
  CircleAlert,
  CircleCheck,
  Inbox,
  type LucideIcon,
  MailX,
  Plug,
  Siren,
  Stamp,
  Store,
  Webhook,
  Workflow,
} from "lucide-react";
import { cx } from "../../../ui/cx.ts";
import { coveredClass, PanelFrame } from "../panel.tsx";

/** One line: what is wrong or waits, and where that is seen and mended. */
interface Line {
  key: string;
  Icon: LucideIcon;
  isBad: boolean;
  words: string;
  to: Pick<LinkProps, "to" | "search">;
}

/** What does not work, what failed and what waits for a decision; each line opens its list. */
export function Attention({ lead: { faults, alerts }, className }: { lead: LeadHome; className: string }) {
  const lines = [...faults.map(faultLine), ...alerts.map(alertLine)];
  return (
    <PanelFrame title="Needs Attention" className={className}>
      {lines.length === 0 ? (
        <p className="flex items-center justify-center gap-2 px-4 py-6 text-sm text-soft">
          <CircleCheck size={16} aria-hidden className="shrink-0 text-green" />
          Nothing has failed, and nothing waits for you.
        </p>
      ) : (
        <ul aria-label="Needs attention" className="divide-y divide-line">
          {lines.map(({ key, Icon, isBad, words, to }) => (
            <li key={key} className={`${coveredClass} flex items-start gap-2.5 px-4 py-2 text-sm touch:py-3`}>
              <Icon size={15} aria-hidden className={cx("mt-px shrink-0", isBad ? "text-red" : "text-amber")} />
              <Link {...to} dir="auto" className="min-w-0 flex-1 text-left break-anywhere in-line covers">
                {words}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </PanelFrame>
  );
}

type Fault = LeadHome["faults"][number];

const placeOfPart: Record<Fault["part"], Line["to"]> = {
  database: { to: "/dashboard/admin", search: { view: "overview" } },
  "mail-in": { to: "/dashboard/admin", search: { view: "email" } },
  "mail-out": { to: "/dashboard/messages", search: { folder: "waiting" } },
  store: { to: "/dashboard/admin", search: { view: "shopify" } },
};

function faultLine({ part, words }: Fault): Line {
  return { key: words, Icon: part === "store" ? Store : CircleAlert, isBad: true, words, to: placeOfPart[part] };
}

const list = new Intl.ListFormat("en-US", { type: "conjunction" });

/** "A, B and 3 more". */
function namesOf({ names, count }: Alert): string {
  const more = count - names.length;
  return list.format(more > 0 ? [...names, `${more} more`] : names);
}

const several = (count: number, one: string, many: string) => (count === 1 ? one : many);
const mails = (count: number) => {
  const most = limits.leavingMailsCounted;
  return several(count, "1 mail", `${count >= most ? `${most - 1}+` : count} mails`);
};
const opened = (id: string | null) => (id === null ? {} : { open: id });

/** How each kind is told, and where it leads. */
const kinds: Record<Alert["kind"], (alert: Alert) => Omit<Line, "key">> = {
  mail_failed: ({ count }) => ({
    Icon: MailX,
    isBad: true,
    words: `${mails(count)} could not be sent`,
    to: { to: "/dashboard/messages", search: { folder: "failed" } },
  }),
  mail_bounced: ({ count }) => ({
    Icon: MailX,
    isBad: true,
    words: `${mails(count)} came back`,
    to: { to: "/dashboard/messages", search: { folder: "bounced" } },
  }),
  mailbox_failed: (alert) => ({
    Icon: Inbox,
    isBad: true,
    words: `No mail is taken from ${several(alert.count, "a mailbox", "mailboxes")}: ${namesOf(alert)}`,
    to: { to: "/dashboard/admin", search: { view: "mailboxes", ...opened(alert.id) } },
  }),
  grant_lost: () => ({
    Icon: Plug,
    isBad: true,
    words: "Shopify no longer lets Deskhand do all that it did to orders",
    to: { to: "/dashboard/admin", search: { view: "shopify" } },
  }),
  webhook_refused: (alert) => ({
    Icon: Webhook,
    isBad: true,
    words: `${several(alert.count, "A webhook's receiver does", "Webhooks' receivers do")} not take what is sent: ${namesOf(alert)}`,
    to: { to: "/dashboard/admin", search: { view: "webhooks", ...opened(alert.id) } },
  }),
  rule_stopped: (alert) => ({
    Icon: Workflow,
    isBad: true,
    words: `${several(alert.count, "A rule was", "Rules were")} stopped: ${namesOf(alert)}`,
    to: { to: "/dashboard/admin", search: { view: "rules", ...opened(alert.id) } },
  }),
  incident_open: (alert) => ({
    Icon: Siren,
    isBad: false,
    words: alert.count === 1 ? `Open incident: ${namesOf(alert)}` : `${alert.count} open incidents: ${namesOf(alert)}`,
    to: { to: "/dashboard/incidents", search: alert.id === null ? {} : { incident: alert.id } },
  }),
  approval_waiting: ({ count }) => ({
    Icon: Stamp,
    isBad: false,
    words: several(
      count,
      "A request for an order waits for your decision",
      `${count} requests for orders wait for your decision`,
    ),
    to: { to: "/dashboard/orders" },
  }),
};

const alertLine = (alert: Alert): Line => ({ key: alert.kind, ...kinds[alert.kind](alert) });
