import type { Client } from "@deskhand/contract/admin/client";
import { Pencil, Store } from "lucide-react";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useSession } from "../../../lib/session.ts";
import { Button } from "../../../ui/button.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { OverviewCard } from "./overview-card.tsx";
import { StoreNameForm } from "./store-name-form.tsx";

interface StoreNameCardProps {
  client: Client | undefined;
  /** Whether the store could not be loaded. */
  isLost: boolean;
}

/** What the store is called; admins call it something else here. */
export function StoreNameCard({ client, isLost }: StoreNameCardProps) {
  const { can } = useSession();
  const [isEditing, setEditing] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);

  function leave() {
    // The button that began it comes back.
    flushSync(() => setEditing(false));
    edit.current?.focus();
  }

  const isOffered = client !== undefined && !isEditing && can("client:manage");
  return (
    <OverviewCard
      title="Store Name"
      Icon={Store}
      aside={
        isOffered && (
          <Button
            ref={edit}
            size="sm"
            icon={<Pencil size={13} aria-hidden />}
            aria-label="Edit store name"
            onClick={() => setEditing(true)}
          >
            Edit
          </Button>
        )
      }
    >
      {client !== undefined && isEditing && <StoreNameForm client={client} onDone={leave} />}
      {client !== undefined && !isEditing && (
        <p dir="auto" className="font-semibold text-lg break-anywhere">
          {client.storeName}
        </p>
      )}
      {client === undefined &&
        (isLost ? <p className="font-semibold text-lg">Error Loading Store</p> : <Skeleton className="h-6 w-40" />)}
    </OverviewCard>
  );
}
