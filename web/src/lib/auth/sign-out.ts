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
