import { type PaymentFilter, paymentFilters } from "@deskhand/contract/vocabulary";
import { useQuery } from "@tanstack/react-query";
import { ShoppingBag } from "lucide-react";
import { paymentWords } from "../../entities/order/order-words.ts";
import { api } from "../../lib/api.ts";
import { useStoreAdmin } from "../../lib/store-admin.ts";
import { FilterBar } from "../../screens/filter-bar.tsx";
import { FilteredList } from "../../screens/filtered-list.tsx";
import { SearchBox } from "../../screens/search/search-box.tsx";
import { ShowingLine } from "../../screens/showing-line.tsx";
import { showingText } from "../../screens/showing-text.ts";
import { StoreFault } from "../../screens/store-fault.tsx";
import { usePages } from "../../screens/use-pages.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Select } from "../../ui/form/select.tsx";
import { isFiltered, listInput, type OrderListFilter, wholeList } from "./order-filter.ts";
import { OrderRow } from "./order-row.tsx";
import { RowSkeleton } from "./order-row-skeleton.tsx";
import { OrderStats } from "./order-stats.tsx";

interface OrderListProps {
  filter: OrderListFilter;
  onFilter: (filter: OrderListFilter) => void;
  /** The order whose dialog is open; its row is marked. */
  openOrderId: string | null;
}

const ROW_PX = 86;
const CARD_PX = 190;
const CARD_BELOW_PX = 672;
/** Long enough for a number to be typed, short enough to seem immediate, in milliseconds. */
const SEARCH_DELAY_MS = 150;

/** The store's orders: figures of all, and those searched for, live, page by page (docs/product.md#orders). */
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

/** The search, and the payment status. */
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

/** Why there is no order, and what to do next. */
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
