import type { StoreStatus } from "@deskhand/contract/shopify";
import { isDefinedError, safe } from "@orpc/client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../../lib/api.ts";
import { Banner } from "../../ui/banner.tsx";
import { DangerDialog } from "../../ui/overlay/danger-dialog.tsx";
import { storeFailure } from "./store-failure.ts";
import type { StoreMessage } from "./use-store-message.ts";

interface DisconnectDialogProps {
  status: StoreStatus;
  onMessage: (message: StoreMessage | null) => void;
  onClose: () => void;
}

/** Asks before the store and all that came from it goes, and says what that is. */
export function DisconnectDialog({ status, onMessage, onClose }: DisconnectDialogProps) {
  const cache = useQueryClient();
  const { shopDomain, origin } = status;
  const disconnect = useMutation({
    async mutationFn() {
      const { error, data } = await safe(api.shopify.disconnect.call());
      // Somebody else was first, or a response was lost: what was wanted is so.
      if (isDefinedError(error) && error.code === "store_not_connected") return { isTold: true };
      if (error !== null) throw error;
      return data;
    },
    onSuccess({ isTold }) {
      for (const part of [api.shopify, api.orders, api.customers, api.tracking])
        void cache.invalidateQueries({ queryKey: part.key() });
      onClose();
      onMessage(isTold ? { kind: "success", text: done } : { kind: "warning", text: `${done} ${notTold}` });
    },
  });
  return (
    <DangerDialog
      title="Disconnect Shopify Store"
      confirmText="Disconnect Store"
      busyText="Disconnecting..."
      isBusy={disconnect.isPending}
      onConfirm={() => disconnect.mutate()}
      onClose={onClose}
    >
      <Banner kind="warning" title="This action cannot be undone" />
      <ul className="flex list-disc flex-col gap-1 pl-5 text-soft">
        <li>The access to your store is deleted here, and nothing is read from it any more.</li>
        <li>All orders, with their items, shipments and tracking, and the sync history are deleted.</li>
        <li>Customers from Shopify who have no tickets are deleted.</li>
        <li>Customers with tickets stay, without their Shopify ID and their order statistics.</li>
        <li>Tickets, messages, notes and saved order numbers stay.</li>
        {origin === "manual" ? (
          <li>The access token itself stays valid until you delete its app in your Shopify admin.</li>
        ) : (
          <li>Deskhand is uninstalled from your store. Your store itself is not changed.</li>
        )}
      </ul>
      <p>
        Store to disconnect: <strong className="break-anywhere">{shopDomain}</strong>
      </p>
      {disconnect.error !== null && (
        <Banner kind="error">{`Failed to disconnect store: ${storeFailure(disconnect.error)}`}</Banner>
      )}
    </DangerDialog>
  );
}

const done = "Shopify store disconnected successfully! Your store data has been removed.";
const notTold = "Shopify could not be reached: uninstall Deskhand in your Shopify admin yourself.";
