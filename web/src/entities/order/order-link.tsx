import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { PointerEvent, ReactNode } from "react";
import { api } from "../../lib/api.ts";

interface OrderLinkProps {
  orderId: string;
  tabIndex?: number;
  className: string;
  children: ReactNode;
  /** The dialog that contains it; the link closes that dialog if this order lies below it. */
  inside?: "customerId" | "ticket";
}

/** A link that opens an order over the section; it fetches the order before the click ends. */
export function OrderLink({ orderId, inside, ...rest }: OrderLinkProps) {
  const cache = useQueryClient();

  function askAhead({ pointerType, button }: PointerEvent) {
    // A touch may only be the start of scrolling.
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
