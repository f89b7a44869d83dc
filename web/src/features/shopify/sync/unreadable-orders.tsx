import type { Sync } from "@deskhand/contract/shopify";
import { countOf } from "./sync-words.ts";

/** The orders that a sync could not take over, by their ids, where somebody wants to know. */
export function UnreadableOrders({ sync: { unreadable, errors } }: { sync: Sync }) {
  if (unreadable.length === 0) return null;
  return (
    <details className="mt-2 text-sm">
      <summary className="cursor-pointer text-soft">{countOf(errors, "order")} could not be imported</summary>
      <ul className="mt-1 flex list-disc flex-col gap-0.5 pl-5 text-soft">
        {unreadable.map((fault) => (
          <li key={fault} className="break-anywhere">
            {fault}
          </li>
        ))}
      </ul>
    </details>
  );
}
