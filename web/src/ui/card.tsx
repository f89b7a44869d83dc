import type { LucideIcon } from "lucide-react";
import type { ReactNode, Ref } from "react";
import { cx } from "./cx.ts";
import { Skeleton } from "./skeleton.tsx";

interface CardProps {
  ref?: Ref<HTMLElement>;
  title?: ReactNode;
  children: ReactNode;
  className?: string;
}

/** A bordered panel with an optional small heading. */
export function Card({ ref, title, children, className }: CardProps) {
  return (
    <section ref={ref} className={cx("rounded-panel border border-line bg-panel px-3.5 py-3", className)}>
      {title !== undefined && <h3 className="mb-2 font-semibold text-soft text-xs">{title}</h3>}
      {children}
    </section>
  );
}

interface FigureCardProps {
  title: string;
  Icon: LucideIcon;
  /** Absent while it loads. */
  value: string | undefined;
  /** What the figure does not include. */
  note?: ReactNode;
}

/** One figure above a list; belongs in a `dl`. */
export function FigureCard({ title, Icon, value, note }: FigureCardProps) {
  return (
    <div className="flex min-w-0 flex-col rounded-panel border border-line bg-panel px-4 py-3 max-sm:px-3 max-sm:py-2.5">
      <dt className="flex items-center gap-2 text-sm text-soft max-sm:text-xs">
        <Icon size={15} aria-hidden className="shrink-0 text-faint" />
        {title}
      </dt>
      <dd className="mt-1 flex min-h-7 items-center font-semibold text-xl break-anywhere tabular">
        {value ?? <Skeleton className="h-5 w-20" />}
      </dd>
      {note !== undefined && <dd className="mt-0.5 text-soft text-xs break-anywhere tabular">{note}</dd>}
    </div>
  );
}

/** Facts under one another, each a `Fact`. */
export function Facts({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <dl className={cx("grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-6 gap-y-1.5", className)}>
      {children}
    </dl>
  );
}

/** One fact with its name. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-soft">{name}</dt>
      <dd className="text-right break-anywhere tabular">{children}</dd>
    </>
  );
}
