import type { Client } from "@deskhand/contract/admin/client";
import { limits } from "@deskhand/contract/limits";
import { isDefinedError } from "@orpc/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api } from "../../../lib/api.ts";
import { failsOffline } from "../../../lib/retries.ts";
import { FailureBanner } from "../../../screens/failure-banner.tsx";
import { useForm } from "../../../screens/use-form.ts";
import { announce } from "../../../ui/announcer.tsx";
import { Banner, BannerButton } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { InputField } from "../../../ui/form/field.tsx";

interface StoreNameFormProps {
  /** As the server has it now, when a colleague may have changed it. */
  client: Client;
  onDone: () => void;
}

/** Gives the store another name; nobody's is written over unseen. */
export function StoreNameForm({ client, onDone }: StoreNameFormProps) {
  const cache = useQueryClient();
  // What it was called when the editing began.
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
    // Also what it is called already: that says that the name is right.
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
