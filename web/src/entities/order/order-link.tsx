import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { PointerEvent, ReactNode } from "react";
import { api } from "../../lib/api.ts";

interface OrderLinkProps {
  orderId: string;
  tabIndex?: number;
  className: string;
  children: ReactNode;
  /** The dialog it stands in, which is closed where the order is the one below it. */
  inside?: "customerId" | "ticket";
}

/** A link that opens an order over the section as it stands; the order is asked for before the click is done. */
export function OrderLink({ orderId, inside, ...rest }: OrderLinkProps) {
  const cache = useQueryClient();

  function askAhead({ pointerType, button }: PointerEvent) {
    // A touch may as well be the beginning of scrolling.
    if (pointerType !== "mouse" || button !== 0) return;
    void cache.prefetchQuery(api.orders.get.queryOptions({ input: { id: orderId } }));
  }

  return (
    <Link
      {...rest}
      to="."
      search={(search) =>
        inside !== undefined && search.orderId === orderId ? { ...search, [inside]: undefined } : { ...search, orderId }
      }
      resetScroll={false}
      onPointerDown={askAhead}
    />
  );
}
