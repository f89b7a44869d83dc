import type { ReactNode } from "react";

/** A list's search and its other filters, in one line where there is room. */
export function FilterBar({ id, children }: { id: string; children: ReactNode }) {
  return (
    <section
      id={id}
      aria-label="Filters"
      className="mt-3.5 flex flex-wrap items-center gap-2 max-sm:mt-2.5 sm:rounded-panel sm:border sm:border-line sm:bg-panel sm:p-2.5"
    >
      {children}
    </section>
  );
}
