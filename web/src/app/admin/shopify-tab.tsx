import { getRouteApi } from "@tanstack/react-router";
import { IntegrationScreen } from "../../features/shopify/integration-screen.tsx";

const route = getRouteApi("/desk/dashboard/admin");

/** The store's connection, with the parameters of Shopify's return in the URL. */
export function ShopifyTab() {
  const { oauth_success, oauth_grant, oauth_error, shop } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <IntegrationScreen
      returned={{
        shop: oauth_success === "true" ? (shop ?? null) : null,
        isGrant: oauth_grant === "true",
        error: oauth_error ?? null,
      }}
      onReturnRead={() => void navigate({ search: { view: "shopify" }, replace: true })}
    />
  );
}
