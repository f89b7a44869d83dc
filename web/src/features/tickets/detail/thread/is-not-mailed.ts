import type { Message } from "@deskhand/contract/messages";

/** Whether a message of the store went to nobody by mail. What one of its people mailed with the store in copy, also a blind one, came by mail. */
export function isNotMailed({ deliveryState, isFromCustomer, threadingReason }: Message): boolean {
  return deliveryState === null && !isFromCustomer && threadingReason === null;
}
