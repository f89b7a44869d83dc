import { useQuery } from "@tanstack/react-query";
import { Store } from "lucide-react";
import type { ReactNode } from "react";
import { api } from "../lib/api.ts";
import { buttonClass } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";

/** A list's search and other filters, in one line if there is room. */
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

interface ShowingLineProps {
  /** How many rows are shown, once that is known. */
  showing: string | undefined;
  /** Shown while more rows load; null otherwise. */
  loading: string | null;
}

/** Says above a list how many rows it shows. */
export function ShowingLine({ showing, loading }: ShowingLineProps) {
  return (
    <p className="min-h-9.5 px-1 py-2.5 text-sm text-soft tabular">
      {showing !== undefined && `${showing} `}
      {loading !== null && <span className="animate-appear-late">{loading}</span>}
    </p>
  );
}

interface StorePageLinkProps {
  /** The address of the thing's page in the store's admin; null if there is none. */
  href: string | null;
  /** What the page shows, for screen readers. */
  label: string;
  /** Whether the Tab key stops here. */
  isTabStop: boolean;
}

/** A row's link to the store's own admin, above the link that covers the row. A missing one keeps its place, so that columns align. */
export function StorePageLink({ href, label, isTabStop }: StorePageLinkProps) {
  return (
    <span className="relative z-1 size-7 shrink-0 @max-2xl:empty:hidden">
      {href !== null && (
        <a
          href={href}
          target="_blank"
          rel="noreferrer"
          tabIndex={isTabStop ? 0 : -1}
          title="View in Shopify"
          className={cx(buttonClass("secondary", "sm"), "size-7 px-0!")}
        >
          <Store size={14} aria-hidden />
          <span className="sr-only">View {label} in Shopify</span>
        </a>
      )}
    </span>
  );
}

const FRESH_MS = 5 * 60_000;

/** Returns the address of a thing's page in the store's admin; null if no store is connected or it does not have the thing. */
export function useStoreAdmin(): (of: "customers" | "orders", storeId: string | null) => string | null {
  const { data } = useQuery(api.shopify.status.queryOptions({ staleTime: FRESH_MS }));
  const adminUrl = data?.adminUrl ?? null;
  return (kind, storeId) =>
    adminUrl === null || storeId === null ? null : `${adminUrl}/${kind}/${encodeURIComponent(storeId)}`;
}
