import { Check } from "lucide-react";
import { useId } from "react";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { cx } from "../../../ui/cx.ts";
import type { PlanCard as Plan } from "./plans.ts";

interface PlanCardProps {
  plan: Plan;
  /** Who chose it and when, if it was chosen last. */
  note: string | null;
  isOffered: boolean;
  isBusy: boolean;
  isDisabled: boolean;
  onChoose: () => void;
}

/** One plan with its price and what it holds. */
export function PlanCard({ plan, note, isOffered, isBusy, isDisabled, onChoose }: PlanCardProps) {
  const { title, price, period, description, mark, button, features, popular } = plan;
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className={cx("flex flex-col rounded-panel border bg-panel p-5", popular ? "border-accent/60" : "border-line")}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id={titleId} className="font-semibold text-lg">
          {title}
        </h3>
        <Badge tone={popular ? "accent" : "green"}>{mark}</Badge>
      </div>
      <p className="mt-2 flex items-baseline gap-2">
        <span className="font-semibold text-2xl tabular">{price}</span>
        <span className="text-soft">{period}</span>
      </p>
      <p className="text-sm text-soft">{description}</p>
      <ul className="mt-4 mb-5 grid gap-x-4 gap-y-1.5 sm:max-md:grid-cols-2 xl:grid-cols-2">
        {features.map((feature) => (
          <li key={feature} className="flex gap-2">
            <Check size={15} aria-hidden className="mt-0.75 shrink-0 text-green" />
            {feature}
          </li>
        ))}
      </ul>
      <div className="mt-auto flex flex-col gap-1.5">
        {isOffered && (
          <Button
            size="lg"
            variant={popular ? "primary" : "secondary"}
            busy={isBusy}
            busyText="Saving..."
            disabled={isDisabled}
            onClick={onChoose}
          >
            {button}
          </Button>
        )}
        {note !== null && <p className="text-center text-sm text-soft">{note}</p>}
      </div>
    </section>
  );
}
