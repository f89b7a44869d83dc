import type { ReactNode } from "react";
import { cx } from "./cx.ts";

interface CardProps {
  title?: ReactNode;
  children: ReactNode;
  className?: string;
}

/** A bordered panel with an optional small heading. */
export function Card({ title, children, className }: CardProps) {
  return (
    <section className={cx("rounded-panel border border-line bg-panel px-3.5 py-3", className)}>
      {title !== undefined && <h3 className="mb-2 font-semibold text-soft text-xs">{title}</h3>}
      {children}
    </section>
  );
}
