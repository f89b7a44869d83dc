import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import type { CustomerCard } from "@deskhand/contract/customers";
import { memo } from "react";
import { customerLabel } from "../../entities/customer/customer-label.ts";
import { CustomerLink } from "../../entities/customer/customer-link.tsx";
import { counted, formatDate, formatMoney } from "../../lib/format.ts";
import { StorePageLink } from "../../screens/store-list.tsx";
import { buttonClass } from "../../ui/button.tsx";
import { cx } from "../../ui/cx.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { dateOrNever, StoreBadge } from "./customer-words.tsx";

/** A card on phones; four columns on narrow screens; on wide ones the dates have one of their own. */
const rowClass =
  "relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-4 py-2.5 " +
  "@2xl:grid-cols-[minmax(0,1fr)_96px_170px_auto] @2xl:py-2 @min-[60rem]:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)_120px_180px_auto] @min-[60rem]:gap-x-5";

interface CustomerRowProps {
  customer: CustomerCard;
  currency: string;
  isOpen: boolean;
  /** Whether the Tab key stops here. */
  isTabStop: boolean;
  /** Their page in the store's admin; null where there is none. */
  storeUrl: string | null;
}

/** One customer of the list (docs/product.md#customers). The link to the details covers the whole row. */
export const CustomerRow = memo(function CustomerRow(props: CustomerRowProps) {
  const { customer, currency, isOpen, isTabStop, storeUrl } = props;
  const { id, email, phone, shopifyCustomerId, totalOrders, totalSpent, createdAt, lastOrderAt } = customer;
  const label = customerLabel({ customer, customerId: id });
  return (
    <article
      data-customer={id}
      className={cx(
        rowClass,
        "transition-colors duration-120 hover:on-raised hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:-outline-offset-2",
        isOpen && "shadow-[inset_2px_0_var(--color-accent)]",
      )}
    >
      <div className="min-w-0 @max-2xl:contents">
        <h2 className="flex min-w-0 items-center gap-x-2 gap-y-1 @max-2xl:flex-wrap">
          <bdi className="min-w-0 truncate font-[550]">{label}</bdi>
          {shopifyCustomerId !== null && <StoreBadge />}
        </h2>
        <p className="flex min-w-0 flex-wrap gap-x-3 text-sm text-soft @max-2xl:col-span-full @max-2xl:row-start-2">
          {email === null && <span className="text-faint">No e-mail address</span>}
          {email !== null && shownAddress(email) !== label && (
            <span className="min-w-0 truncate">{shownAddress(email)}</span>
          )}
          {phone !== null && (
            <span className="shrink-0 @min-[60rem]:hidden">
              Phone: <bdi>{phone}</bdi>
            </span>
          )}
        </p>
      </div>
      <p className="truncate text-sm text-soft @max-[60rem]:hidden">
        {phone !== null && (
          <>
            Phone: <bdi>{phone}</bdi>
          </>
        )}
      </p>
      <p className="flex gap-x-2 text-right text-sm tabular @max-2xl:col-span-full @max-2xl:row-start-3 @2xl:flex-col">
        <span className="text-soft">{counted(totalOrders, "order")}</span>
        <span className="font-medium">{formatMoney(totalSpent, currency)}</span>
      </p>
      <p className="flex flex-wrap gap-x-3 text-sm text-soft tabular @max-2xl:col-span-full @max-2xl:row-start-4 @2xl:flex-col">
        <span>Created: {formatDate(createdAt)}</span>
        <span>Last Order: {dateOrNever(lastOrderAt)}</span>
      </p>
      <div className="flex justify-end gap-1.5 @max-2xl:row-start-1 @max-2xl:col-start-2">
        <CustomerLink
          customerId={id}
          tabIndex={isTabStop ? 0 : -1}
          className={cx(buttonClass("secondary", "sm"), "covers")}
        >
          View Details
          <span className="sr-only"> of {label}</span>
        </CustomerLink>
        <StorePageLink href={storeUrl} label={label} isTabStop={isTabStop} />
      </div>
    </article>
  );
});

/** `count` rows in the shape of customers that are on their way. */
export function RowSkeleton({ count }: { count: number }) {
  return Array.from({ length: count }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: all alike, and they never change places.
    <div key={row} aria-hidden className={cx(rowClass, "min-h-15 border-line border-t first:border-t-0")}>
      <div className="flex flex-col gap-2">
        <Skeleton className="h-3 w-2/5" />
        <Skeleton className="h-3 w-3/5" />
      </div>
      <Skeleton className="h-3 w-24 @max-[60rem]:hidden" />
      <Skeleton className="h-3 w-16 @max-2xl:col-span-full @max-2xl:row-start-2 @2xl:justify-self-end" />
      <Skeleton className="h-3 w-32 @max-2xl:col-span-full @max-2xl:row-start-3" />
      <Skeleton className="h-7 w-24 @max-2xl:col-start-2 @max-2xl:row-start-1" />
    </div>
  ));
}
