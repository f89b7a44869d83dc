import type { CustomerList } from "@deskhand/contract/customers";
import type { CustomerKind } from "@deskhand/contract/vocabulary";
import { ShoppingBag } from "lucide-react";
import { counted, formatDate } from "../../lib/format.ts";
import { Badge } from "../../ui/badge.tsx";

/** The kinds of customers that the list can show. */
export const kindWords: readonly { value: CustomerKind; label: string }[] = [
  { value: "all", label: "All Customers" },
  { value: "store", label: "Shopify Customers" },
  { value: "other", label: "Non-Shopify Customers" },
];

/** "Showing 48 customers"; "10,000+" where the count is capped. */
export function showingCustomers({ total, totalIsCapped }: Pick<CustomerList, "total" | "totalIsCapped">): string {
  return totalIsCapped
    ? `Showing ${total.toLocaleString("en-US")}+ customers`
    : `Showing ${counted(total, "customer")}`;
}

export function dateOrNever(iso: string | null): string {
  return iso === null ? "Never" : formatDate(iso);
}

/** Marks a customer who also exists on the store's platform. */
export function StoreBadge({ className }: { className?: string }) {
  return (
    <Badge tone="green" icon={<ShoppingBag size={11} aria-hidden />} {...(className && { className })}>
      Shopify
    </Badge>
  );
}
