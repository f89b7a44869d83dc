import { type ReactNode, useId } from "react";

interface OrderPartProps {
  title: string;
  /** How many there are. */
  count?: number;
  children: ReactNode;
}

/** One list of an order's dialog under its heading. */
export function OrderPart({ title, count, children }: OrderPartProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="shrink-0 overflow-clip rounded-panel border border-line bg-panel">
      <h3 id={id} className="border-line border-b px-4 py-2.5 font-semibold">
        {title}
        {count !== undefined && (
          <span className="ml-1.5 font-normal text-faint tabular">{count.toLocaleString("en-US")}</span>
        )}
      </h3>
      {children}
    </section>
  );
}
