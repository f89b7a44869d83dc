import type { ReactNode } from "react";
import { cx } from "./cx.ts";

interface EmptyStateProps {
  icon?: ReactNode;
  title: ReactNode;
  children?: ReactNode;
  /** The next step, usually a button. */
  action?: ReactNode;
  className?: string;
}

/** Fills a place that is still empty: it says why, and what to do next. */
export function EmptyState({ icon, title, children, action, className }: EmptyStateProps) {
  return (
    <div className={cx("flex flex-col items-center gap-1.5 px-6 py-14 text-center", className)}>
      {icon !== undefined && (
        <span className="mb-2 grid size-11 place-items-center rounded-panel border border-line bg-raised text-soft">
          {icon}
        </span>
      )}
      <p className="font-semibold">{title}</p>
      {children !== undefined && <p className="max-w-[56ch] text-balance text-soft">{children}</p>}
      {action !== undefined && <div className="mt-3">{action}</div>}
    </div>
  );
}
