import { type OrderActionKind, orderActionKinds, orderActionLabels } from "@deskhand/contract/actions/action-kinds";
import type { OrderLook } from "@deskhand/contract/actions/action-parts";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import {
  Ban,
  ChevronDown,
  ClipboardList,
  Copy,
  type LucideIcon,
  MapPin,
  PackagePlus,
  Store,
  Tags,
  Truck,
  Undo2,
} from "lucide-react";
import { type ComponentProps, useRef, useState } from "react";
import { ticketShortcuts } from "../../entities/ticket/ticket-shortcuts.ts";
import { api } from "../../lib/api.ts";
import { failureText } from "../../lib/failure.ts";
import { useSession } from "../../lib/session.ts";
import { useShortcuts } from "../../lib/shortcuts.ts";
import { Button } from "../../ui/button.tsx";
import { Menu } from "../../ui/overlay/menu.tsx";
import { openAction } from "./opened-action.tsx";
import { useOrderLook } from "./use-order-look.ts";

interface OrderMenuProps {
  orderId: string;
  orderName: string;
  /** The ticket from which it is done; null for none. */
  ticketId: string | null;
}

const icons: Record<OrderActionKind, LucideIcon> = {
  refund: Undo2,
  cancel: Ban,
  address: MapPin,
  edit: PackagePlus,
  draft: Copy,
  shipping_notice: Truck,
  annotate: Tags,
};

/** What can be done to an order from here, each with the reason where it cannot be done now. */
export function OrderMenu({ orderId, orderName, ticketId }: OrderMenuProps) {
  const { can } = useSession();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const grant = useQuery(api.orderGrant.status.queryOptions({ enabled: isOpen }));
  const isAllowed = grant.data !== undefined && ["on", "partly"].includes(grant.data.state);
  const look = useOrderLook(orderId, isOpen && isAllowed);
  useShortcuts(ticketShortcuts, (dialog) => dialog !== null && dialog === button.current?.closest("dialog"), {
    actOnOrder: () => button.current?.checkVisibility() && button.current.click(),
  });
  if (!can("orders:act")) return null;

  const toIntegration = () => void navigate({ to: "/dashboard/admin", search: { view: "shopify" } });
  const items: ComponentProps<typeof Menu>["items"] =
    grant.data !== undefined && !isAllowed
      ? [
          {
            id: "grant",
            label: can("store:manage") ? "Let Deskhand change orders..." : "Ask an admin to let Deskhand change orders",
            description: {
              none: "No store is connected.",
              lost: "Shopify took back what Deskhand may do.",
              off: "Until then Deskhand only reads your store. Shopify Integration says what it would do.",
              on: undefined,
              partly: undefined,
            }[grant.data.state],
            icon: <Store size={15} aria-hidden />,
            onChoose: toIntegration,
          },
        ]
      : orderActionKinds.map((each) => {
          const Icon = icons[each];
          return {
            id: each,
            label: `${orderActionLabels[each]}...`,
            icon: <Icon size={15} aria-hidden className="shrink-0" />,
            isDangerous: each === "cancel",
            onChoose: () => openAction({ kind: each, orderId, orderName, ticketId }),
            ...stateOf(each, look.data),
          };
        });

  return (
    <Menu
      label={`Actions on order ${orderName}`}
      className="w-72"
      onOpenChange={setOpen}
      trigger={(props) => (
        <Button
          {...props}
          ref={button}
          data-order-actions
          size="sm"
          icon={<ClipboardList size={13} aria-hidden />}
          title={ticketId === null ? undefined : "Do something to the order (D)"}
          aria-label={`Actions on order ${orderName}`}
        >
          Actions
          <ChevronDown size={13} aria-hidden />
        </Button>
      )}
      note={noteOf(look, grant)}
      items={items}
    />
  );
}

/** Whether an action can be chosen, once the order was read. */
function stateOf(kind: OrderActionKind, look: OrderLook | undefined): { isOff?: true; description?: string } {
  const offer = look?.offers.find((each) => each.kind === kind);
  if (offer?.state === "no") return { isOff: true, description: offer.because ?? "This cannot be done now" };
  return offer?.state === "asks" ? { description: "A colleague has to approve it" } : {};
}

type Asked = Pick<ReturnType<typeof useOrderLook>, "error" | "isFetching">;

/** Says that the order is being read, or why it could not be. */
function noteOf(look: Asked, grant: Pick<Asked, "error">): string | undefined {
  const error = grant.error ?? look.error;
  if (error !== null) return failureText(error);
  return look.isFetching ? "Reading the order at Shopify..." : undefined;
}
