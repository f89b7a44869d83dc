import { Store } from "lucide-react";
import { buttonClass } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";

interface StorePageLinkProps {
  /** The thing's page in the store's admin; null where there is none. */
  href: string | null;
  /** What it shows, for screen readers. */
  label: string;
  /** Whether the Tab key stops here. */
  isTabStop: boolean;
}

/** A row's way to the store's own admin, above the link that covers the row. Keeps its place where it is missing, so that columns stay in line. */
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
