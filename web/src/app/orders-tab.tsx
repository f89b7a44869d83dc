import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { filterOfSearch, searchOfFilter } from "../features/orders/order-filter.ts";
import { OrderList } from "../features/orders/order-list.tsx";
import { loadAfterFirst } from "../ui/load-later.tsx";

const WaitingApprovals = loadAfterFirst(() =>
  import("../features/order-actions/waiting-actions.tsx").then(({ WaitingApprovals }) => WaitingApprovals),
);

const route = getRouteApi("/desk/dashboard/orders");

/** The orders, and what waits for approval; the filter and the open order are in the URL. */
export function OrdersTab(): ReactNode {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const filter = filterOfSearch(search);
  return (
    <>
      <WaitingApprovals />
      <OrderList
        filter={filter}
        // While typing, the back button returns to before the search instead of undoing each letter.
        onFilter={(next) =>
          void navigate({
            search: searchOfFilter(next),
            replace: filter.search !== "" && next.search !== "" && filter.search !== next.search,
          })
        }
        openOrderId={search.orderId ?? null}
      />
    </>
  );
}
