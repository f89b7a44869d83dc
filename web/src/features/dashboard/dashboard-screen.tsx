import type { ReactNode } from "react";
import { RecentActivity } from "./recent-activity.tsx";
import { RecentTickets } from "./recent-tickets.tsx";
import { StatCards } from "./stat-cards.tsx";

/** The dashboard: what a new store has still to set up, figures, recent tickets and recent activity (docs/product.md#dashboard). */
export function DashboardScreen({ firstSteps }: { firstSteps: ReactNode }) {
  return (
    <>
      <h1 className="font-semibold text-xl">Customer Support Dashboard</h1>
      <p className="mb-4 text-soft">Welcome back! Here's your latest support operations overview.</p>
      {firstSteps}
      <StatCards />
      <div className="mt-4 grid gap-4 lg:grid-cols-[minmax(280px,340px)_minmax(0,1fr)]">
        <RecentActivity className="lg:has-[ol]:min-h-100" />
        {/* On phones the tickets come first: the activity is long. */}
        <RecentTickets className="@container max-lg:order-first" />
      </div>
    </>
  );
}
