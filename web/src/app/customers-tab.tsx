import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { filterOfSearch, searchOfFilter } from "../features/customers/customer-filter.ts";
import { CustomerList } from "../features/customers/customer-list.tsx";
import { useDialogs } from "./address.ts";

const route = getRouteApi("/desk/dashboard/customers");

/** The customers; the filter and the open customer are in the URL. */
export function CustomersTab(): ReactNode {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const open = useDialogs();
  const filter = filterOfSearch(search);
  return (
    <CustomerList
      filter={filter}
      // While typing, the back button returns to before the search instead of undoing each letter.
      onFilter={(next) =>
        void navigate({
          search: searchOfFilter(next),
          replace: filter.search !== "" && next.search !== "" && filter.search !== next.search,
        })
      }
      onNewCustomer={() => open({ new: "customer" })}
      openCustomerId={search.customerId ?? null}
    />
  );
}
