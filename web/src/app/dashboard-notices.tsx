import type { ComponentProps } from "react";
import { FirstStepsCard } from "../features/setup/first-steps/first-steps-card.tsx";
import { StoreFault } from "../screens/store-fault.tsx";

/** What an admin is told above the figures: that the store's connection broke, and what a new store has still to set up. */
export function DashboardNotices(props: ComponentProps<typeof FirstStepsCard>) {
  return (
    <>
      <StoreFault isForAdmins className="mb-4" />
      <FirstStepsCard {...props} />
    </>
  );
}
