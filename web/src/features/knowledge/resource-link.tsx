import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { PointerEvent, ReactNode } from "react";
import { api } from "../../lib/api.ts";

interface ResourceLinkProps {
  resourceId: string;
  tabIndex?: number;
  className: string;
  children: ReactNode;
}

/** A link that opens a resource over the list as it stands; the resource is asked for before the click is done. */
export function ResourceLink({ resourceId, ...rest }: ResourceLinkProps) {
  const cache = useQueryClient();

  function askAhead({ pointerType, button }: PointerEvent) {
    // A touch may as well be the beginning of scrolling.
    if (pointerType !== "mouse" || button !== 0) return;
    void cache.prefetchQuery(api.knowledge.get.queryOptions({ input: { id: resourceId } }));
  }

  return (
    <Link
      {...rest}
      from="/dashboard/knowledge"
      to="."
      search={(search) => ({ ...search, resourceId })}
      resetScroll={false}
      onPointerDown={askAhead}
    />
  );
}
