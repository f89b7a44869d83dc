import { DashboardScreen } from "../features/dashboard/dashboard-screen.tsx";
import { activityWord } from "../features/tickets/activity-word.ts";
import { PriorityPill } from "../features/tickets/priority-pill.tsx";
import { StatusPill } from "../features/tickets/status-pill.tsx";
import { TicketLink } from "./ticket-link.tsx";

/** The dashboard tab, with what it shows of tickets. */
export function DashboardTab() {
  return (
    <DashboardScreen
      TicketLink={TicketLink}
      StatusPill={StatusPill}
      PriorityPill={PriorityPill}
      wordOf={activityWord}
    />
  );
}
