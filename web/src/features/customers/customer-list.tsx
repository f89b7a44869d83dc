import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import type { CustomerCard } from "@deskhand/contract/customers";
import { useQuery } from "@tanstack/react-query";
import { Link2, Plus, Users, Wallet, WalletCards } from "lucide-react";
import { memo } from "react";
import { customerLabel } from "../../entities/customer/customer-label.ts";
import { CustomerLink } from "../../entities/customer/customer-link.tsx";
import { api } from "../../lib/api.ts";
import { counted, formatDate, formatMoney } from "../../lib/format.ts";
import { useSession } from "../../lib/session.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { FilteredList } from "../../screens/filtered-list.tsx";
import { headerIconClass } from "../../screens/list-header.tsx";
import { SearchBox } from "../../screens/search/search-field.tsx";
import { StoreFault } from "../../screens/store-fault.tsx";
import { FilterBar, ShowingLine, StorePageLink, useStoreAdmin } from "../../screens/store-list.tsx";
import { usePages } from "../../screens/use-pages.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { FigureCard } from "../../ui/card.tsx";
import { cx } from "../../ui/cx.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Select } from "../../ui/form/select.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { type CustomerListFilter, listInput, wholeList } from "./customer-filter.ts";
import { dateOrNever, kindWords, StoreBadge, showingCustomers } from "./customer-words.tsx";

interface CustomerListProps {
  filter: CustomerListFilter;
  onFilter: (filter: CustomerListFilter) => void;
  onNewCustomer: () => void;
  /** The open customer, whose row is marked. */
  openCustomerId: string | null;
}

const ROW_PX = 60;
const CARD_PX = 128;
const CARD_BELOW_PX = 672;

/** The store's customers with overall figures, searchable, live and paged (docs/product.md#customers). */
export function CustomerList({ filter, onFilter, onNewCustomer, openCustomerId }: CustomerListProps) {
  const { can } = useSession();
  const storePage = useStoreAdmin();
  const input = listInput(filter);
  const pages = usePages({
    queryKey: api.customers.list.key({ type: "infinite", input }),
    fetchPage: (page, signal) => api.customers.list.call({ ...input, ...page }, { signal }),
  });
  const { latest } = pages;
  const isWhole = filter.search === "" && filter.kind === "all";
  const showing = latest && showingCustomers(latest);
  return (
    <FilteredList
      header={{
        title: "Shopify Customers",
        subtitle: "View and manage customers from your Shopify store",
        create: can("customers:write") && (
          <Button
            data-new-customer
            variant="primary"
            icon={<Plus size={15} aria-hidden className={headerIconClass} />}
            onClick={onNewCustomer}
          >
            New Customer
          </Button>
        ),
      }}
      queryKey={api.customers.key()}
      signedOutText="Please sign in to view and manage customers."
      filter={filter}
      result={isWhole ? null : (showing ?? null)}
      figures={
        <>
          <StoreFault className="mt-3.5" />
          <CustomerStats />
        </>
      }
      renderFilters={(id) => <Filters id={id} filter={filter} onFilter={onFilter} />}
      renderSummary={(isLoading) => <ShowingLine showing={showing} loading={isLoading ? "(Loading...)" : null} />}
      label="Customers"
      noun="customers"
      failureTitle="Failed to fetch customers"
      pages={pages}
      total={latest?.totalIsCapped ? -1 : latest?.total}
      rowHeight={(width) => (width < CARD_BELOW_PX ? CARD_PX : ROW_PX)}
      renderRow={(customer, isTabStop) => (
        <CustomerRow
          customer={customer}
          currency={latest?.currency ?? ""}
          isOpen={customer.id === openCustomerId}
          isTabStop={isTabStop}
          storeUrl={storePage("customers", customer.shopifyCustomerId)}
        />
      )}
      Skeleton={RowSkeleton}
      empty={<ListEmpty filter={filter} onFilter={onFilter} />}
    />
  );
}

interface FilterProps {
  filter: CustomerListFilter;
  onFilter: (filter: CustomerListFilter) => void;
}

/** The search, which runs with every letter, and the kind of customers. */
function Filters({ id, filter, onFilter }: FilterProps & { id: string }) {
  return (
    <FilterBar id={id}>
      <SearchBox
        noun="customers"
        delayMs={0}
        search={filter.search}
        onSearch={(search) => onFilter({ ...filter, search })}
      />
      <Select
        aria-label="Customers shown"
        options={kindWords}
        value={filter.kind}
        onChange={(kind) => onFilter({ ...filter, kind })}
        className="w-full sm:w-56"
      />
    </FilterBar>
  );
}

/** Says why there is no customer and what to do next. */
function ListEmpty({ filter, onFilter }: FilterProps) {
  const common = { icon: <Users size={20} aria-hidden />, title: "No customers found" };
  if (filter.search !== "") {
    const clear = <Button onClick={() => onFilter({ ...filter, search: "" })}>Clear Search</Button>;
    return (
      <EmptyState {...common} action={clear}>
        Try adjusting your search terms
      </EmptyState>
    );
  }
  if (filter.kind !== "all") {
    const label = kindWords.find(({ value }) => value === filter.kind)?.label;
    return (
      <EmptyState {...common} action={<Button onClick={() => onFilter(wholeList)}>All Customers</Button>}>
        There are no {label} yet.
      </EmptyState>
    );
  }
  return (
    <EmptyState {...common}>
      No customers have been synced yet. Customers will appear here when they contact support or when you sync with
      Shopify.
    </EmptyState>
  );
}

/** Figures of all customers, whatever the search. */
function CustomerStats() {
  const { data, error, isFetching, refetch } = useQuery(api.customers.stats.queryOptions());
  if (data === undefined && error !== null) {
    return (
      <FailureBanner
        error={error}
        title="Failed to load the figures"
        isRetrying={isFetching}
        onRetry={refetch}
        className="mt-3.5"
      />
    );
  }
  const count = (value: number | undefined) => value?.toLocaleString("en-US");
  const money = (of: "totalSpent" | "averageSpent") => data && formatMoney(data[of], data.currency);
  return (
    <dl aria-label="Figures" aria-busy={data === undefined} className="mt-3.5 grid grid-cols-2 gap-3 lg:grid-cols-4">
      <FigureCard title="Total Customers" Icon={Users} value={count(data?.totalCustomers)} />
      <FigureCard title="Total Spent" Icon={Wallet} value={money("totalSpent")} />
      <FigureCard title="Avg Spent" Icon={WalletCards} value={money("averageSpent")} />
      <FigureCard title="Linked to Shopify" Icon={Link2} value={count(data?.storeCustomers)} />
    </dl>
  );
}

/** A card on phones, four columns on narrow screens, and on wide ones a column of its own for the dates. */
const rowClass =
  "relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-4 py-2.5 " +
  "@2xl:grid-cols-[minmax(0,1fr)_96px_170px_auto] @2xl:py-2 @min-[60rem]:grid-cols-[minmax(0,1.5fr)_minmax(0,1fr)_120px_180px_auto] @min-[60rem]:gap-x-5";

interface CustomerRowProps {
  customer: CustomerCard;
  currency: string;
  isOpen: boolean;
  /** Whether the Tab key stops here. */
  isTabStop: boolean;
  /** Their page in the store's admin, or null. */
  storeUrl: string | null;
}

/** A row of the list (docs/product.md#customers). The link to the details covers the whole row. */
const CustomerRow = memo(function CustomerRow(props: CustomerRowProps) {
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

/** `count` placeholder rows while customers load. */
function RowSkeleton({ count }: { count: number }) {
  return Array.from({ length: count }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: all rows are alike and never reorder.
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
