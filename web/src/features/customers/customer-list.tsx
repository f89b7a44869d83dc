import { useQuery } from "@tanstack/react-query";
import { Link2, Plus, Users, Wallet, WalletCards } from "lucide-react";
import { api } from "../../lib/api.ts";
import { formatMoney } from "../../lib/format.ts";
import { useSession } from "../../lib/session.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { FilteredList } from "../../screens/filtered-list.tsx";
import { headerIconClass } from "../../screens/list-header.tsx";
import { SearchBox } from "../../screens/search/search-box.tsx";
import { StoreFault } from "../../screens/store-fault.tsx";
import { FilterBar, ShowingLine, useStoreAdmin } from "../../screens/store-list.tsx";
import { usePages } from "../../screens/use-pages.ts";
import { Button } from "../../ui/button.tsx";
import { FigureCard } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Select } from "../../ui/form/select.tsx";
import { type CustomerListFilter, listInput, wholeList } from "./customer-filter.ts";
import { CustomerRow, RowSkeleton } from "./customer-row.tsx";
import { kindWords, showingCustomers } from "./customer-words.tsx";

interface CustomerListProps {
  filter: CustomerListFilter;
  onFilter: (filter: CustomerListFilter) => void;
  onNewCustomer: () => void;
  /** The customer whose dialog is open; their row is marked. */
  openCustomerId: string | null;
}

const ROW_PX = 60;
const CARD_PX = 128;
const CARD_BELOW_PX = 672;

/** The store's customers: figures of all, and those searched for, live, page by page (docs/product.md#customers). */
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

/** The search, which asks with every letter, and whom of the customers it is among. */
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

/** Why there is no customer, and what to do next. */
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

/** What is said of all customers together, whatever is searched for. */
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
