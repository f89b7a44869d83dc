import { useQueryClient } from "@tanstack/react-query";
import { Plus, Users } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { api } from "../../lib/api.ts";
import { isSignedOut } from "../../lib/failure.ts";
import { useSession } from "../../lib/session.ts";
import { useStoreAdmin } from "../../lib/store-admin.ts";
import { headerIconClass, ListHeader } from "../../screens/list-header.tsx";
import { ListScreen } from "../../screens/list-screen.tsx";
import { SearchBox } from "../../screens/search-box.tsx";
import { SignedOut } from "../../screens/signed-out.tsx";
import { usePages } from "../../screens/use-pages.ts";
import { announce } from "../../ui/announcer.tsx";
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
  const cache = useQueryClient();
  const { can } = useSession();
  const storePage = useStoreAdmin();
  const filterPanelId = useId();
  const [isFilterShown, setFilterShown] = useState(true);
  const [isRefreshing, setRefreshing] = useState(false);
  const input = listInput(filter);
  const pages = usePages({
    queryKey: api.customers.list.key({ type: "infinite", input }),
    fetchPage: (page, signal) => api.customers.list.call({ ...input, ...page }, { signal }),
  });
  const { latest } = pages;
  const isWhole = filter.search === "" && filter.kind === "all";
  const showing = latest && showingCustomers(latest);
  const found = pages.isOutdated || isWhole ? undefined : showing;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a result is spoken when it first comes, not when it grows.
  useEffect(() => {
    if (found !== undefined) announce(found);
  }, [JSON.stringify(filter), pages.isOutdated]);

  async function refresh() {
    setRefreshing(true);
    await cache.invalidateQueries({ queryKey: api.customers.key() });
    setRefreshing(false);
  }

  if (isSignedOut(pages.error)) return <SignedOut>Please sign in to view and manage customers.</SignedOut>;
  return (
    <>
      <ListHeader
        title="Shopify Customers"
        subtitle="View and manage customers from your Shopify store"
        filters={{ panelId: filterPanelId, isShown: isFilterShown, onToggle: () => setFilterShown(!isFilterShown) }}
        isRefreshing={isRefreshing}
        onRefresh={() => void refresh()}
        create={
          can("customers:write") && (
            <Button
              data-new-customer
              variant="primary"
              icon={<Plus size={15} aria-hidden className={headerIconClass} />}
              onClick={onNewCustomer}
            >
              New Customer
            </Button>
          )
        }
      />
      <CustomerStats />
      <ListScreen
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
      >
        {isFilterShown && <FilterPanel id={filterPanelId} filter={filter} onFilter={onFilter} />}
        <p className="min-h-9.5 px-1 py-2.5 text-sm text-soft tabular">
          {showing !== undefined && `${showing} `}
          {(pages.isLoading || isRefreshing) && <span className="animate-appear-late">(Loading...)</span>}
        </p>
      </ListScreen>
    </>
  );
}

interface FilterProps {
  filter: CustomerListFilter;
  onFilter: (filter: CustomerListFilter) => void;
}

/** The search, which asks with every letter, and whom of the customers it is among. */
function FilterPanel({ id, filter, onFilter }: FilterProps & { id: string }) {
  return (
    <section
      id={id}
      aria-label="Filters"
      className="mt-3.5 flex flex-wrap items-center gap-2 max-sm:mt-2.5 sm:rounded-panel sm:border sm:border-line sm:bg-panel sm:p-2.5"
    >
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
    </section>
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
