import type { OrderActionResult } from "@deskhand/contract/actions/action-parts";
import type { NotShown } from "./action-kind.ts";

/** A result without anything. */
export const noResult: OrderActionResult = { refunded: null, draft: null, at: null };

/** The order is not as it would be then, which proves nothing: the request may still be on its way. */
export const notShown = (answer: string): NotShown => ({ end: "not_shown", answer });
