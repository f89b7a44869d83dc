import type { FirstStepId } from "@deskhand/contract/admin/setup";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { UnkeptCodesNotice } from "../features/auth/two-factor/unkept-codes-notice.tsx";
import { FirstStepsCard } from "../features/setup/first-steps/first-steps-card.tsx";
import { StoreFault } from "../screens/store-fault.tsx";
import { buttonClass } from "../ui/button.tsx";
import type { AdminSearch } from "./admin/admin-search.ts";

/**
 * The administration section of each first step. The person's name is in the settings, and the last step among the
 * tickets.
 */
const places: Record<Exclude<FirstStepId, "person" | "reply">, AdminSearch> = {
  name: { view: "overview" },
  branding: { view: "email-settings" },
  forwarding: { view: "email", setup: "integration" },
  store: { view: "shopify" },
  colleague: { view: "users" },
};

/** Notices above the figures: recovery codes, and for admins a broken store connection and a new store's setup. */
export function DashboardNotices() {
  return (
    <>
      <UnkeptCodesNotice
        className="mb-4"
        action={
          <Link to="/dashboard" search={{ settings: "security" }} className={buttonClass("secondary", "sm")}>
            Security settings
          </Link>
        }
      />
      <StoreFault isForAdmins className="mb-4" />
      <FirstStepsCard linkTo={linkTo} />
    </>
  );
}

function linkTo(step: FirstStepId, children: ReactNode, className: string) {
  if (step === "person") {
    return (
      <Link to="/dashboard" search={{ settings: "profile" }} className={className}>
        {children}
      </Link>
    );
  }
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
