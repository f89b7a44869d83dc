import type { ReactNode } from "react";

/** A key to press. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-block min-w-5 rounded-tag border border-line bg-raised px-1.25 text-center font-sans text-soft text-xs leading-4.5">
      {children}
    </kbd>
  );
}
