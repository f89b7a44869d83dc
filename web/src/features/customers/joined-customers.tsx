import type { CustomerDetail } from "@deskhand/contract/customers";
import { failureSentence } from "../../lib/failure.ts";
import { formatDate } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { labelOf, usePart } from "./use-join.tsx";

/** The customers joined into this one, each of whom can be separated (docs/product.md#joining-customers). */
export function JoinedCustomers({ joined, canChange }: { joined: CustomerDetail["joined"]; canChange: boolean }) {
  const part = usePart();
  return (
    <Card title="Joined customers">
      <ul aria-label="Joined customers" className="flex flex-col gap-1.5">
        {joined.map((one) => (
          <li key={one.id} className="flex items-center gap-2">
            <span className="min-w-0 flex-1 text-sm">
              <bdi className="block break-anywhere">{labelOf(one)}</bdi>
              <span className="text-soft text-xs">{`Joined ${formatDate(one.joinedAt)}`}</span>
            </span>
            {canChange && (
              <Button
                size="sm"
                aria-label={`Part ${labelOf(one)}`}
                busy={part.isPending && part.variables.id === one.id}
                busyText="Parting..."
                onClick={() => part.mutate({ id: one.id })}
              >
                Part
              </Button>
            )}
          </li>
        ))}
      </ul>
      {part.error !== null && <p className="mt-1 text-red text-sm">{failureSentence(part.error)}</p>}
    </Card>
  );
}
