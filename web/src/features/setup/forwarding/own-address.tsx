import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import type { Forwarding } from "@deskhand/contract/admin/forwarding";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { AtSign } from "lucide-react";
import { type ReactNode, useState } from "react";
import { api } from "../../../lib/api.ts";
import type { CallError } from "../../../lib/failure.ts";
import { failsOffline } from "../../../lib/retries.ts";
import { useSession } from "../../../lib/session.ts";
import { FailureBanner } from "../../../screens/failure-banner.tsx";
import { useForm } from "../../../screens/use-form.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Banner } from "../../../ui/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { InputField } from "../../../ui/form/field.tsx";
import { DangerDialog } from "../../../ui/overlay/dialog.tsx";

interface OwnAddressProps {
  forwarding: Forwarding;
  /** The token of the mailed link that proves an address. */
  token: string | undefined;
  /** Called when the link was confirmed. */
  onConfirmed: () => void;
}

/** The store's own support address, once the store has proven that it reads its mail (docs/product.md#forwarding). */
export function OwnAddress({ forwarding, token, onConfirmed }: OwnAddressProps) {
  const { can } = useSession();
  const cache = useQueryClient();
  const show = (now: Forwarding) => {
    cache.setQueryData(api.forwarding.read.queryOptions().queryKey, now);
    void cache.invalidateQueries({ queryKey: api.client.key() });
  };
  const add = useMutation(api.forwarding.addAddress.mutationOptions({ ...failsOffline, onSuccess: show }));
  const remove = useMutation(api.forwarding.removeAddress.mutationOptions({ ...failsOffline, onSuccess: show }));
  const confirm = useMutation(
    api.forwarding.confirmAddress.mutationOptions({
      ...failsOffline,
      onSuccess(now) {
        show(now);
        onConfirmed();
      },
    }),
  );
  const { customSupportEmail, check } = forwarding;
  const isAdmin = can("client:manage");
  const [asksRemoval, setAsksRemoval] = useState(false);
  return (
    <section aria-labelledby="own-address" className="flex flex-col gap-3">
      <div>
        <h3 id="own-address" className="font-semibold">
          Custom Support Address
        </h3>
        <p className="text-soft">
          An address of your own that stands for your help desk. It counts once a test mail to it came back, or you
          opened the link in it.
        </p>
      </div>
      {token !== undefined && isAdmin && (
        <Banner
          kind="info"
          title={`Confirm ${shownAddress(check?.address ?? "the address")}?`}
          action={
            <Button
              variant="primary"
              size="sm"
              busy={confirm.isPending}
              busyText="Confirming..."
              onClick={() => confirm.mutate({ token })}
            >
              Confirm this address
            </Button>
          }
        >
          You opened the link in the mail to it. Confirm that it is the support address of your store.
        </Banner>
      )}
      <FailureBanner error={confirm.error} title="The address could not be confirmed" onDismiss={onConfirmed} />
      {customSupportEmail !== null && (
        <AddressRow
          address={customSupportEmail}
          badge={<Badge tone="green">Verified</Badge>}
          onRemove={isAdmin ? () => setAsksRemoval(true) : undefined}
          isRemoving={remove.isPending}
        />
      )}
      {check !== null && (
        <div className="flex flex-col gap-1.5">
          <AddressRow
            address={check.address}
            badge={<Badge tone={check.state === "waiting" ? "amber" : "red"}>{checkWords[check.state]}</Badge>}
            onRemove={isAdmin ? () => remove.mutate({ address: check.address }) : undefined}
            isRemoving={remove.isPending}
          />
          <p role="status" className={check.state === "waiting" ? "text-sm text-soft" : "text-red text-sm"}>
            {check.text}
          </p>
        </div>
      )}
      <FailureBanner error={remove.error} title="The address could not be removed" onDismiss={remove.reset} />
      {isAdmin && (
        <AddressForm
          label={customSupportEmail === null ? "Your own support address" : "Another support address in its place"}
          hint={
            customSupportEmail === null
              ? "We send a mail to it, to see that it is yours"
              : "We send a mail to it; the address above is removed once this one is verified"
          }
          initial=""
          verb="Verify Address"
          busyText="Sending..."
          icon={<AtSign size={15} aria-hidden />}
          title="The address could not be added"
          save={add}
          clears
        />
      )}
      {asksRemoval && customSupportEmail !== null && (
        <DangerDialog
          title="Remove Support Address"
          confirmText="Remove"
          busyText="Removing..."
          isBusy={remove.isPending}
          onConfirm={() => remove.mutate({ address: customSupportEmail }, { onSettled: () => setAsksRemoval(false) })}
          onClose={() => setAsksRemoval(false)}
        >
          <p className="break-anywhere">Are you sure you want to remove {shownAddress(customSupportEmail)}?</p>
          <p className="text-soft">
            Mail that is sent to it directly is no longer taken, and another store may claim it. Mail that it forwards
            to your Deskhand address still arrives.
          </p>
        </DangerDialog>
      )}
    </section>
  );
}

const checkWords = { waiting: "Not confirmed yet", failed: "Failed", taken: "Taken", expired: "Expired" } as const;

interface AddressRowProps {
  address: string;
  badge: ReactNode;
  onRemove: (() => void) | undefined;
  isRemoving: boolean;
}

function AddressRow({ address, badge, onRemove, isRemoving }: AddressRowProps) {
  return (
    <div className="flex flex-wrap items-center gap-2.5 rounded-control border border-line bg-panel px-3 py-1.5">
      <span className="min-w-0 flex-1 font-mono text-sm break-anywhere">{shownAddress(address)}</span>
      {badge}
      {onRemove !== undefined && (
        <Button size="sm" variant="ghost" busy={isRemoving} busyText="Removing..." onClick={onRemove}>
          Remove
        </Button>
      )}
    </div>
  );
}

interface AddressFormProps {
  label: string;
  hint: string;
  /** The field's initial value. */
  initial: string;
  verb: string;
  busyText: string;
  icon: ReactNode;
  /** The title of failures that are not about the address. */
  title: string;
  save: {
    error: CallError | null;
    isPending: boolean;
    reset: () => void;
    mutate: (input: { address: string }, options?: { onSuccess: () => void }) => void;
  };
  /** Whether the field is cleared on success. */
  clears?: boolean;
}

/** A form with one e-mail address. */
export function AddressForm(props: AddressFormProps) {
  const { label, hint, initial, verb, busyText, icon, title, save, clears = false } = props;
  const [typed, setTyped] = useState<string>();
  const address = typed ?? initial;
  const form = useForm<"address">({
    save,
    send: () => save.mutate({ address }, { onSuccess: () => setTyped(clears ? "" : undefined) }),
  });
  return (
    <form {...form.props} className="flex flex-col gap-2.5">
      <div className="grid items-start gap-2.5 sm:grid-cols-[minmax(0,1fr)_auto]">
        <InputField
          label={label}
          hint={hint}
          type="email"
          inputMode="email"
          autoComplete="off"
          placeholder="support@yourstore.com"
          value={address}
          error={form.faults.address}
          readOnly={save.isPending}
          onChange={({ target }) => {
            setTyped(target.value);
            form.edited();
          }}
        />
        <Button
          type="submit"
          className="sm:mt-6.5"
          icon={icon}
          disabled={address.trim() === ""}
          busy={save.isPending}
          busyText={busyText}
        >
          {verb}
        </Button>
      </div>
      <FailureBanner error={form.failure} title={title} onDismiss={form.clear} />
    </form>
  );
}
