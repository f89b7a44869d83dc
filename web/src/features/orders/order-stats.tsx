import type { OrderStats as Stats } from "@deskhand/contract/orders";
import { useQuery } from "@tanstack/react-query";
import { Calculator, CircleCheck, ShoppingBag, Wallet } from "lucide-react";
import { api } from "../../lib/api.ts";
import { formatMoney } from "../../lib/format.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { FigureCard } from "../../ui/card.tsx";

/** What is said of all orders together, whatever is searched for. Amounts of other currencies stand beside, never added. */
export function OrderStats() {
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

/** Currencies that are named beside the one of the most orders. */
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
