import type { OrderStats as Stats } from "@deskhand/contract/orders";
import { type PaymentFilter, paymentFilters } from "@deskhand/contract/vocabulary";
import { useQuery } from "@tanstack/react-query";
import { Calculator, CircleCheck, ShoppingBag, Wallet } from "lucide-react";
import { paymentWords } from "../../entities/order/order-badges.tsx";
import { api } from "../../lib/api.ts";
import { formatMoney } from "../../lib/format.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { FilteredList } from "../../screens/filtered-list.tsx";
import { showingText } from "../../screens/list-header.tsx";
import { SearchBox } from "../../screens/search/search-field.tsx";
import { StoreFault } from "../../screens/store-fault.tsx";
import { FilterBar, ShowingLine, useStoreAdmin } from "../../screens/store-list.tsx";
import { usePages } from "../../screens/use-pages.ts";
import { Button } from "../../ui/button.tsx";
import { FigureCard } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Select } from "../../ui/form/select.tsx";
import { isFiltered, listInput, type OrderListFilter, wholeList } from "./order-filter.ts";
import { OrderRow, RowSkeleton } from "./order-row.tsx";

interface OrderListProps {
  filter: OrderListFilter;
  onFilter: (filter: OrderListFilter) => void;
  /** The open order, whose row is marked. */
  openOrderId: string | null;
}

const ROW_PX = 86;
const CARD_PX = 190;
const CARD_BELOW_PX = 672;
/** Long enough to type a number, short enough to seem immediate, in milliseconds. */
const SEARCH_DELAY_MS = 150;

/** The store's orders with overall figures, searchable, live and paged (docs/product.md#orders). */
export function OrderList({ filter, onFilter, openOrderId }: OrderListProps) {
  const storePage = useStoreAdmin();
  const input = listInput(filter);
  const pages = usePages({
    queryKey: api.orders.list.key({ type: "infinite", input }),
    fetchPage: (page, signal) => api.orders.list.call({ ...input, ...page }, { signal }),
  });
  const { latest } = pages;
  const { data: stats } = useQuery(api.orders.stats.queryOptions());
  const showing = latest && stats && showingText(isFiltered(filter) ? latest : null, stats.totalOrders, "orders");
  return (
    <FilteredList
      header={{ title: "Shopify Orders", subtitle: "View and manage orders from your Shopify store" }}
      queryKey={api.orders.key()}
      signedOutText="Please sign in to view Shopify orders."
      filter={filter}
      result={isFiltered(filter) ? (showing ?? null) : null}
      figures={
        <>
          <StoreFault className="mt-3.5" />
          <OrderStats />
        </>
      }
      renderFilters={(id) => <Filters id={id} filter={filter} onFilter={onFilter} />}
      renderSummary={(isLoading) => <ShowingLine showing={showing} loading={isLoading ? "Loading orders..." : null} />}
      label="Orders"
      noun="orders"
      pages={pages}
      total={latest?.totalIsCapped ? -1 : latest?.total}
      rowHeight={(width) => (width < CARD_BELOW_PX ? CARD_PX : ROW_PX)}
      renderRow={(order, isTabStop) => (
        <OrderRow
          order={order}
          isOpen={order.id === openOrderId}
          isTabStop={isTabStop}
          storeUrl={storePage("orders", order.shopifyOrderId)}
        />
      )}
      Skeleton={RowSkeleton}
      empty={<ListEmpty filter={filter} onFilter={onFilter} />}
    />
  );
}

interface FilterProps {
  filter: OrderListFilter;
  onFilter: (filter: OrderListFilter) => void;
}

const statusWords: readonly { value: PaymentFilter | ""; label: string }[] = [
  { value: "", label: "All Statuses" },
  ...paymentFilters.map((value) => ({ value, label: paymentWords(value).label })),
];

/** The search and the payment status. */
function Filters({ id, filter, onFilter }: FilterProps & { id: string }) {
  return (
    <FilterBar id={id}>
      <SearchBox
        noun="orders, customers"
        delayMs={SEARCH_DELAY_MS}
        search={filter.search}
        onSearch={(search) => onFilter({ ...filter, search })}
      />
      <Select
        aria-label="Payment status"
        options={statusWords}
        value={filter.status ?? ""}
        onChange={(status) => onFilter({ ...filter, status: status === "" ? null : status })}
        className="w-full sm:w-48"
      />
      {isFiltered(filter) && (
        <Button variant="ghost" onClick={() => onFilter(wholeList)}>
          Clear Filters
        </Button>
      )}
    </FilterBar>
  );
}

/** Says why there is no order and what to do next. */
function ListEmpty({ filter, onFilter }: FilterProps) {
  const icon = <ShoppingBag size={20} aria-hidden />;
  if (isFiltered(filter)) {
    const clear = <Button onClick={() => onFilter(wholeList)}>Clear Filters</Button>;
    return (
      <EmptyState icon={icon} title="No orders found" action={clear}>
        Try adjusting your search or filter criteria
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={icon} title="No orders found">
      No Shopify orders have been synced yet. Orders will appear here when customers with Shopify data create support
      tickets.
    </EmptyState>
  );
}

/** Figures of all orders, whatever the search. Amounts in other currencies are listed beside, never added. */
function OrderStats() {
  const { data, error, isFetching, refetch } = useQuery(api.orders.stats.queryOptions());
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
  return (
    <dl aria-label="Figures" aria-busy={data === undefined} className="mt-3.5 grid grid-cols-2 gap-3 lg:grid-cols-4">
      <FigureCard title="Total Orders" Icon={ShoppingBag} value={count(data?.totalOrders)} />
      <FigureCard title="Total Revenue" Icon={Wallet} {...amounts(data, "revenue")} />
      <FigureCard title="Avg Order Value" Icon={Calculator} {...amounts(data, "average")} />
      <FigureCard title="Paid Orders" Icon={CircleCheck} value={count(data?.paidOrders)} />
    </dl>
  );
}

/** How many currencies are listed beside the most frequent one. */
const NAMED = 2;

function amounts(stats: Stats | undefined, of: "revenue" | "average") {
  if (stats === undefined) return { value: undefined };
  const [main, ...others] = stats.currencies;
  if (main === undefined) return { value: of === "revenue" ? formatMoney("0", "USD") : "—" };
  const written = others.map((each) => formatMoney(each[of], each.currency));
  const named = written.slice(0, NAMED).join(", ");
  const hidden = written.length - NAMED;
  return {
    value: formatMoney(main[of], main.currency),
    ...(written.length > 0 && {
      note: (
        <span title={written.join(", ")}>
          {of === "revenue" ? "and " : "others "}
          {named}
          {hidden > 0 && ` and ${hidden} more ${hidden === 1 ? "currency" : "currencies"}`}
        </span>
      ),
    }),
  };
}
