import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api } from "../lib/api.ts";
import { formatDateTime } from "../lib/format.ts";
import { useSession } from "../lib/session.ts";
import { Banner } from "../ui/banner.tsx";

const FRESH_MS = 5 * 60_000;

interface StoreFaultProps {
  /** Shows it only to people who can fix it. */
  isForAdmins?: boolean;
  /** Shows it in one line, where there is little room. */
  isLine?: boolean;
  className?: string;
}

/** Says how old the store's data is once Shopify no longer accepts the connection; shown where the data is. */
export function StoreFault({ isForAdmins = false, isLine = false, className = "" }: StoreFaultProps) {
  const { can } = useSession();
  const { data } = useQuery(api.shopify.status.queryOptions({ staleTime: FRESH_MS }));
  const isManager = can("store:manage");
  if (data?.state !== "reconnect" || (isForAdmins && !isManager)) return null;
  const { lastSyncAt } = data;
  const age = lastSyncAt === null ? "What is shown may be out of date" : `Shown as of ${formatDateTime(lastSyncAt)}`;
  if (isLine) return <p className="text-amber text-xs">{age}: Shopify no longer accepts the connection.</p>;
  return (
    <Banner kind="warning" title="Shopify no longer accepts the connection" className={className}>
      {age}. What changed there since is not here.{" "}
      {isManager ? (
        <Link to="/dashboard/admin" search={{ view: "shopify" }} className="underline hover:no-underline">
          Connect the store again
        </Link>
      ) : (
        "An administrator has to connect the store again."
      )}
    </Banner>
  );
}
