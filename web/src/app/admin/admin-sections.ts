import { type LucideIcon, RefreshCw, Store } from "lucide-react";
import type { ComponentType } from "react";
import type { AdminSectionId } from "./admin-search.ts";

/** A part of the administration. */
interface AdminSection {
  label: string;
  Icon: LucideIcon;
  /** Fetches its screen, which begins with an h2. */
  load: () => Promise<ComponentType>;
}

/** What each section of the administration is called and shows. */
export const adminSections: Record<AdminSectionId, AdminSection> = {
  shopify: {
    label: "Shopify Integration",
    Icon: Store,
    load: () => import("./shopify-tab.tsx").then(({ ShopifyTab }) => ShopifyTab),
  },
  "shopify-sync": {
    label: "Shopify Sync",
    Icon: RefreshCw,
    load: () => import("./shopify-sync-tab.tsx").then(({ ShopifySyncTab }) => ShopifySyncTab),
  },
};
