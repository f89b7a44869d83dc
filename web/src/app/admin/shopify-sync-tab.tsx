import { getRouteApi } from "@tanstack/react-router";
import { SyncScreen } from "../../features/shopify/sync/sync-screen.tsx";

const route = getRouteApi("/desk/dashboard/admin");

export function ShopifySyncTab() {
  const navigate = route.useNavigate();
  return <SyncScreen onConnect={() => void navigate({ search: { view: "shopify" } })} />;
}
