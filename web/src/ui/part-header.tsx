import type { ReactNode } from "react";

interface PartHeaderProps {
  title: string;
  subtitle?: string;
  /** Shown beside the title: the part's state. */
  badge?: ReactNode;
  /** Shown at the right: an action on the whole part. */
  action?: ReactNode;
}

/** The heading of a part of a section, below the section's own heading and above its panels. */
export function PartHeader({ title, subtitle, badge, action }: PartHeaderProps) {
  return (
    <div className="mb-3 grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3">
      <div className="flex min-h-8.5 flex-wrap items-center gap-x-2.5 gap-y-1 sm:min-h-6">
        <h2 className="font-semibold text-lg">{title}</h2>
        {badge}
      </div>
      {Boolean(action) && <div className="sm:col-start-2 sm:row-span-2 sm:row-start-1">{action}</div>}
      {subtitle !== undefined && <p className="col-start-1 text-soft max-sm:col-span-full">{subtitle}</p>}
    </div>
  );
}
