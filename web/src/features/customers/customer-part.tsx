import { type ReactNode, useId } from "react";

interface CustomerPartProps {
  title: string;
  /** How many there are; null while that is not known. */
  count: number | null;
  /** At the right of the heading. */
  aside?: ReactNode;
  children: ReactNode;
}

/** One list of a customer's dialog under its heading. */
export function CustomerPart({ title, count, aside, children }: CustomerPartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="overflow-clip rounded-panel border border-line bg-panel">
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1.5 border-line border-b px-4 py-2">
        <h3 id={id} className="mr-auto font-semibold">
          {title}
          {count !== null && (
            <span className="ml-1.5 font-normal text-faint tabular">{count.toLocaleString("en-US")}</span>
          )}
        </h3>
        {aside}
      </div>
      {children}
    </section>
  );
}

/** Said where a list of a customer has nothing. */
export function NothingOfTheirs({ children }: { children: ReactNode }) {
  return <p className="px-4 py-6 text-center text-soft text-sm">{children}</p>;
}
