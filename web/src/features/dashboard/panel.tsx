import { type ReactNode, useId } from "react";
import { cx } from "../../ui/cx.ts";

interface PanelProps {
  title: string;
  subtitle?: ReactNode;
  isLoading: boolean;
  children: ReactNode;
  className?: string;
}

/** One part of the dashboard under its heading; each loads and fails by itself. */
export function Panel({ title, subtitle, isLoading, children, className }: PanelProps) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      aria-busy={isLoading}
      className={cx("flex min-w-0 flex-col overflow-clip rounded-panel border border-line bg-panel", className)}
    >
      <div className="flex min-h-11 flex-wrap items-baseline gap-x-2.5 border-line border-b px-4 py-3">
        <h2 id={titleId} className="font-semibold">
          {title}
        </h2>
        {subtitle !== undefined && <p className="text-faint text-sm">{subtitle}</p>}
      </div>
      {children}
    </section>
  );
}
