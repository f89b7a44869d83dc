import type { Profile } from "@deskhand/contract/account";
import { UNEXPECTED } from "../../../lib/failure-words.ts";
import { leaveForLogin } from "../../../lib/login-address.ts";

const address = "/api/account/avatar";

/** Makes these bytes one's own picture; throws the sentence that says why not, or a TypeError without a connection. */
export function uploadAvatar(picture: Blob): Promise<Profile> {
  return send({ method: "POST", body: picture });
}

/** Removes one's own picture. */
export function removeAvatar(): Promise<Profile> {
  return send({ method: "DELETE" });
}

async function send(request: RequestInit): Promise<Profile> {
  const answer = await fetch(address, request);
  if (answer.status === 401) leaveForLogin();
  const body: unknown = await answer.json().catch(() => null); // A proxy's error page: its status says enough.
  if (answer.ok) return body as Profile;
  throw new Error(sentenceIn(body) ?? UNEXPECTED);
}

function sentenceIn(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null || !("message" in body)) return undefined;
  return typeof body.message === "string" ? body.message : undefined;
}
