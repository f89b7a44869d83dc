import { ShoppingBag } from "lucide-react";
import { Badge } from "../../ui/badge.tsx";

/** Marks a customer whom the store's platform has too. */
export function StoreBadge({ className }: { className?: string }) {
  return (
    <Badge tone="green" icon={<ShoppingBag size={11} aria-hidden />} {...(className && { className })}>
      Shopify
    </Badge>
  );
}
