import { ShieldAlert } from "lucide-react";
import { Badge } from "../../ui/badge.tsx";

/** Marks mail that nothing proves to be from the address it claims (docs/product.md#senders). */
export function UnverifiedBadge() {
  return (
    <Badge tone="amber" icon={<ShieldAlert size={11} aria-hidden />}>
      Sender not verified
    </Badge>
  );
}
