import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { PointerEvent, ReactNode } from "react";
import { api } from "../../lib/api.ts";

interface CustomerLinkProps {
  customerId: string;
  tabIndex?: number;
  className: string;
  children: ReactNode;
  /** The dialog that contains it; the link closes that dialog if this customer lies below it. */
  inside?: "orderId" | "ticket";
}

/** A link that opens a customer over the section; it fetches the customer before the click ends. */
export function CustomerLink({ customerId, inside, ...rest }: CustomerLinkProps) {
  const cache = useQueryClient();

  function askAhead({ pointerType, button }: PointerEvent) {
    // A touch may only be the start of scrolling.
    if (pointerType !== "mouse" || button !== 0) return;
    void cache.prefetchQuery(api.customers.get.queryOptions({ input: { id: customerId } }));
  }

  return (
    <Link
      {...rest}
      to="."
      search={(search) =>
        inside !== undefined && search.customerId === customerId
          ? { ...search, [inside]: undefined }
          : { ...search, customerId }
      }
      resetScroll={false}
      onPointerDown={askAhead}
    />
  );
}
