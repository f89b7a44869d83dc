import { ORPCError } from "@orpc/client";

/** Whether there is no such ticket here: its id is none that the server would take, or none that it knows. */
export function isMissing(error: unknown): boolean {
  return error instanceof ORPCError && (error.code === "ticket_not_found" || error.code === "input_invalid");
}
