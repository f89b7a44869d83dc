import type { Client } from "@deskhand/contract/admin/client";
import { limits } from "@deskhand/contract/limits";
import { isDefinedError } from "@orpc/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Pencil, Store } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { api } from "../../../lib/api.ts";
import { failsOffline } from "../../../lib/retries.ts";
import { useSession } from "../../../lib/session.ts";
import { FailureBanner } from "../../../screens/failure-banner.tsx";
import { useForm } from "../../../screens/use-form.ts";
import { announce } from "../../../ui/announcer.tsx";
import { Banner, BannerButton } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { InputField } from "../../../ui/form/field.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { OverviewCard } from "./overview-card.tsx";

interface StoreNameCardProps {
  client: Client | undefined;
  /** Whether loading the store failed. */
  isLost: boolean;
}

/** The store's name, which admins can change. */
export function StoreNameCard({ client, isLost }: StoreNameCardProps) {
  const { can } = useSession();
  const [isEditing, setEditing] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);

  function leave() {
    // The button that opened the form comes back.
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

interface StoreNameFormProps {
  /** As the server has it now; a colleague may have changed it. */
  client: Client;
  onDone: () => void;
}

/** Renames the store without overwriting a colleague's change unseen. */
export function StoreNameForm({ client, onDone }: StoreNameFormProps) {
  const cache = useQueryClient();
  // The name when editing began.
  const [before, setBefore] = useState(client.storeName);
  const [storeName, setStoreName] = useState(client.storeName);
  const save = useMutation(
    api.client.rename.mutationOptions({
      ...failsOffline,
      onSuccess(saved) {
        cache.setQueryData(api.client.get.queryKey(), saved);
        void cache.invalidateQueries({ queryKey: api.setup.firstSteps.key() });
        void cache.invalidateQueries({ queryKey: api.account.me.key() });
        announce("Store name saved");
        onDone();
      },
      onError: () => cache.invalidateQueries({ queryKey: api.client.key() }),
    }),
  );
  const form = useForm<"storeName">({
    save,
    // An unchanged name is sent too: it confirms that the name is right.
    send: () => save.mutate({ storeName, from: before }),
  });
  const isBlank = storeName.trim() === "";
  const { ref } = form.props;
  useEffect(() => ref.current?.querySelector("input")?.select(), [ref]);

  const now =
    save.error !== null && isDefinedError(save.error) && save.error.code === "client_changed_meanwhile"
      ? save.error.data.storeName
      : null;

  return (
    <form {...form.props} aria-label="Store name" className="flex flex-col gap-2.5">
      {now !== null && (
        <Banner
          kind="warning"
          title="The store was renamed meanwhile"
          action={
            <span className="flex flex-wrap gap-2">
              <BannerButton onClick={onDone}>Take theirs</BannerButton>
              <BannerButton
                onClick={() => {
                  setBefore(now);
                  save.mutate({ storeName, from: now });
                }}
              >
                Save mine anyway
              </BannerButton>
            </span>
          }
        >
          It is called <bdi>{now}</bdi> now.
        </Banner>
      )}
      {now === null && (
        <FailureBanner error={form.failure} title="The store name was not saved" onDismiss={form.clear} />
      )}
      <InputField
        label="Name"
        hint="Your customers and colleagues read it."
        error={isBlank ? "Store name cannot be empty" : form.faults.storeName}
        value={storeName}
        maxLength={limits.storeNameLength}
        readOnly={save.isPending}
        autoComplete="off"
        onChange={(event) => {
          setStoreName(event.target.value);
          form.edited();
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" size="sm" disabled={isBlank} busy={save.isPending} busyText="Saving...">
          Save
        </Button>
        <Button size="sm" disabled={save.isPending} onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
