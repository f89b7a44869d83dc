import type { FirstStepId } from "@deskhand/contract/admin/setup";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { DashboardScreen } from "../features/dashboard/dashboard-screen.tsx";
import { loadLater } from "../ui/load-later.tsx";
import type { AdminSearch } from "./admin/admin-search.ts";

// Most stores have nothing to be told.
const DashboardNotices = loadLater(() =>
  import("./dashboard-notices.tsx").then(({ DashboardNotices }) => DashboardNotices),
);

/** Where each of the first steps is taken in the administration; the last is taken among the tickets. */
const places: Record<Exclude<FirstStepId, "reply">, AdminSearch> = {
  name: { view: "overview" },
  branding: { view: "email-settings" },
  forwarding: { view: "email", setup: "integration" },
  store: { view: "shopify" },
  colleague: { view: "users" },
};

/** The dashboard, for admins of a new store below what it has still to set up. */
export function DashboardTab() {
  return <DashboardScreen firstSteps={<DashboardNotices linkTo={linkTo} />} />;
}

function linkTo(step: FirstStepId, children: ReactNode, className: string) {
  return step === "reply" ? (
    <Link to="/dashboard/tickets" className={className}>
      {children}
    </Link>
  ) : (
    <Link to="/dashboard/admin" search={places[step]} className={className}>
      {children}
    </Link>
  );
}
