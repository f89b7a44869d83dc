import type { ReactNode } from "react";
import { cx } from "./cx.ts";

interface CardProps {
  title?: ReactNode;
  /** At the right of the title. */
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
}

/** A bordered panel with an optional small heading. */
export function Card({ title, actions, children, className }: CardProps) {
  return (
    <section className={cx("rounded-panel border border-line bg-panel px-3.5 py-3", className)}>
      {(title !== undefined || actions !== undefined) && (
        <div className="mb-2 flex items-center gap-2">
          <h3 className="min-w-0 flex-1 font-semibold text-soft text-xs">{title}</h3>
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}
