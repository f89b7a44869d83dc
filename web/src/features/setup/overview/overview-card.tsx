import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "../../../ui/cx.ts";

interface OverviewCardProps {
  title: string;
  Icon: LucideIcon;
  /** At the right of the title. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A headed card of the overview. */
export function OverviewCard({ title, Icon, aside, className, children }: OverviewCardProps) {
  return (
    <section className={cx("min-w-0 rounded-panel border border-line bg-panel px-4 py-3", className)}>
      <div className="mb-1.5 flex min-h-7 items-center justify-between gap-3">
        <h3 className="flex items-center gap-2 text-sm text-soft">
          <Icon size={15} aria-hidden className="shrink-0 text-faint" />
          {title}
        </h3>
        {aside}
      </div>
      {children}
    </section>
  );
}
