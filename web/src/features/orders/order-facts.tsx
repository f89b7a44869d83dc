import type { ReactNode } from "react";

/** Facts under one another, each a `Fact`. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-6 gap-y-1.5">{children}</dl>;
}

/** One fact by its name. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-soft">{name}</dt>
      <dd className="text-right break-anywhere tabular">{children}</dd>
    </>
  );
}
