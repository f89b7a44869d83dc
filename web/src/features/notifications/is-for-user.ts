import type { TenantEvent } from "@deskhand/contract/events";

/** Whether an event of notifications concerns a user, or may: what is for very many names nobody. */
export function isForUser(
  { type, payload }: Extract<TenantEvent, { type: "notification.created" | "notification.read" }>,
  userId: string,
): boolean {
  if (type === "notification.read") return payload.userId === userId;
  return payload.userIds === null || payload.userIds.includes(userId);
}
