import { UNEXPECTED } from "../failure-words.ts";
import { type AuthResult, callAuth } from "./auth-call.ts";

/**
 * Signs out on every device, or only on this one. A session that is already gone (401, 403, 404) counts as signed out.
 */
export async function signOut({ isHereOnly = false } = {}): Promise<AuthResult> {
  const result = await callAuth("/sign-out", { isHereOnly }, ({ message }) =>
    typeof message === "string" && message !== "" ? message : UNEXPECTED,
  );
  if (result.ok || ![401, 403, 404].includes(result.status)) return result;
  return { ok: true, data: {} };
}

/** The event that the page receives after a sign-out. */
export const LEFT = "deskhand-left";

/** Clears what this tab stored about the signed-in user. */
export function forgetTab(): void {
  dispatchEvent(new Event(LEFT));
  try {
    sessionStorage.clear();
  } catch {
    // Storage is disabled, so nothing was stored.
  }
}
