import { Plus, Users } from "lucide-react";
import { api } from "../../lib/api.ts";
import { useSession } from "../../lib/session.ts";
import { useStoreAdmin } from "../../lib/store-admin.ts";
import { FilterBar } from "../../screens/filter-bar.tsx";
import { FilteredList } from "../../screens/filtered-list.tsx";
import { headerIconClass } from "../../screens/list-header.tsx";
import { SearchBox } from "../../screens/search/search-box.tsx";
import { ShowingLine } from "../../screens/showing-line.tsx";
import { StoreFault } from "../../screens/store-fault.tsx";
import { usePages } from "../../screens/use-pages.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Select } from "../../ui/form/select.tsx";
import { type CustomerListFilter, listInput, wholeList } from "./customer-filter.ts";
import { CustomerRow, RowSkeleton } from "./customer-row.tsx";
import { CustomerStats } from "./customer-stats.tsx";
import { kindWords, showingCustomers } from "./customer-words.ts";

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
