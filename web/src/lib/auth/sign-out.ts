import { UNEXPECTED } from "../failure-words.ts";
import { type AuthResult, callAuth } from "./auth-call.ts";

/** Signs out; a session that is already gone (401, 403, 404) counts as signed out. */
export async function signOut(): Promise<AuthResult> {
  const result = await callAuth("/sign-out", {}, ({ message }) =>
    typeof message === "string" && message !== "" ? message : UNEXPECTED,
  );
  if (result.ok || ![401, 403, 404].includes(result.status)) return result;
  return { ok: true, data: {} };
}
