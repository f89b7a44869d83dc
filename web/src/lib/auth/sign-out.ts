import { UNEXPECTED } from "../failure-words.ts";
import { type AuthResult, callAuth } from "./auth-call.ts";

/** Signs out on every device, or on this one only; a session that is already gone (401, 403, 404) counts as signed out. */
export async function signOut({ isHereOnly = false } = {}): Promise<AuthResult> {
  const result = await callAuth("/sign-out", { isHereOnly }, ({ message }) =>
    typeof message === "string" && message !== "" ? message : UNEXPECTED,
  );
  if (result.ok || ![401, 403, 404].includes(result.status)) return result;
  return { ok: true, data: {} };
}

/** Told to the page when nobody is signed in any more. */
export const LEFT = "deskhand-left";

/** Forgets what this tab alone keeps of who was signed in. */
export function forgetTab(): void {
  dispatchEvent(new Event(LEFT));
  try {
    sessionStorage.clear();
  } catch {
    // Storage is switched off: nothing was kept.
  }
}
