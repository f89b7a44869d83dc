import type { Message } from "@deskhand/contract/messages";

/** Whether a message may hold words that are for the store alone: a colleague passed it on, and could write above it. */
export function isInternal({ passedOn }: Message): boolean {
  return passedOn === "forward";
}

/** The message that is forwarded unless another is chosen: the newest that a person wrote among those whom the customer is one of. */
export function usuallyForwarded(messages: readonly Message[]): Message | undefined {
  return messages.findLast((one) => !one.isAutomatic && one.audience === "customer" && !isInternal(one));
}
