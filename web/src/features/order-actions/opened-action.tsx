import type { OrderActionKind } from "@deskhand/contract/actions/action-kinds";
import { useEffect } from "react";
import { forgetWantedAnswer } from "../../entities/ticket/wanted.ts";
import { loadLater } from "../../ui/load-later.tsx";
import { sharedValue } from "../../ui/shared-value.ts";

const ActionDialog = loadLater(() => import("./action-dialog.tsx").then(({ ActionDialog }) => ActionDialog));

interface OpenedAction {
  kind: OrderActionKind;
  orderId: string;
  orderName: string;
  /** The ticket from which it is done; null for none. */
  ticketId: string | null;
}

/** What is being done to an order; not part of its menu, which moves when the window is resized. */
const opened = sharedValue<OpenedAction | null>(null);
export const openAction = opened.set;

/** The dialog of what is being done. Mount it with the ticket and the order of the address as its key: leaving them closes it. */
export function ActionHost() {
  const action = opened.use();
  useEffect(
    () => () => {
      opened.set(null);
      forgetWantedAnswer();
    },
    [],
  );
  if (action === null) return null;
  return (
    <ActionDialog
      {...action}
      onClose={() => opened.set(null)}
      returnFocusTo={() =>
        [...document.querySelectorAll<HTMLElement>("[data-order-actions]")].findLast((each) =>
          each.checkVisibility(),
        ) ?? null
      }
    />
  );
}
