import { useQuery } from "@tanstack/react-query";
import { Link2, Users, Wallet, WalletCards } from "lucide-react";
import { api } from "../../lib/api.ts";
import { formatMoney } from "../../lib/format.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { FigureCard } from "../../ui/card.tsx";

/** What is said of all customers together, whatever is searched for. */
export function CustomerStats() {
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
