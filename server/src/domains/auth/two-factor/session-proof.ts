import { createHash, randomBytes } from "node:crypto";
import { getCurrentAdapter } from "@better-auth/core/context";
import { limits } from "@deskhand/contract/limits";
import type { BetterAuthPlugin, DBAdapter, GenericEndpointContext } from "better-auth";
import { APIError, createAuthEndpoint, getSessionFromCtx } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import * as z from "zod";

const trustSeconds = limits.trustedDeviceDays * 24 * 3600;
const trustCookie = "trusted_device";

/** How a session can be proved beyond the first factor. */
const proofs = ["code", "recovery-code", "device", "passkey"] as const;

const provedBy = z.object({
  proof: z.enum(proofs),
  endsOthers: z.boolean().optional(),
  trust: z.enum(["this", "none"]).optional(),
});
/** What proves a session, whether all others end, and whether this browser or none is trusted from now on. */
export type ProvedBy = z.infer<typeof provedBy>;

/** The library's part in the second step of a sign-in; for the server only. */
export const sessionProof = {
  id: "session-proof",
  endpoints: {
    /**
     * Replaces the calling session, whose token others may know, by a proved one, and gives the browser its cookie. On
     * request ends all other sessions, and trusts this browser, or none, from now on.
     */
    proveSession: createAuthEndpoint.serverOnly(
      { method: "POST", requireHeaders: true, body: provedBy },
      async (request) => {
        const { internalAdapter } = request.context;
        const found = await getSessionFromCtx(request, { disableRefresh: true });
        if (!found) throw new APIError("UNAUTHORIZED");
        const { user, session: before } = found;
        const { proof, endsOthers = false, trust } = request.body;
        const others = endsOthers ? await internalAdapter.listSessions(user.id) : [before];
        // The same browser as before: the library sees neither in a call by the server.
        const { ipAddress, userAgent } = before;
        const session = await internalAdapter.createSession(user.id, false, { proof, ipAddress, userAgent });
        await setSessionCookie(request, { session, user });
        for (const { token } of others) await internalAdapter.deleteSession(token);
        if (trust === "none") await trustNone(request.context, user.id);
        if (trust === "this") await trustBrowser(request, user.id);
        return { ended: others.length - 1 };
      },
    ),
    /** Trusts no browser of the calling person from now on. */
    trustNoBrowser: createAuthEndpoint.serverOnly({ method: "POST", requireHeaders: true }, async (request) => {
      const found = await getSessionFromCtx(request, { disableRefresh: true });
      if (found) await trustNone(request.context, found.user.id);
    }),
  },
} satisfies BetterAuthPlugin;

/** The proof of a new session as it is made: a passkey, or a trusted browser. */
export async function proofOf(
  userId: string,
  request: GenericEndpointContext | null | undefined,
): Promise<"device" | "passkey" | null> {
  if (!request) return null;
  // A passkey counts only with its holder verified (`passkeySignIn`): possession, and knowledge or biometrics.
  if (request.path === "/passkey/verify-authentication") return "passkey";
  const cookie = request.context.createAuthCookie(trustCookie);
  const token = await request.getSignedCookie(cookie.name, request.context.secret);
  if (!token) return null;
  const trusted = await request.context.internalAdapter.findVerificationValue(identifierOf(token));
  return trusted?.value === userId && trusted.expiresAt > new Date() ? "device" : null;
}

async function trustBrowser(request: GenericEndpointContext, userId: string): Promise<void> {
  const { createAuthCookie, internalAdapter, secret } = request.context;
  const token = randomBytes(32).toString("base64url");
  const expiresAt = new Date(Date.now() + trustSeconds * 1000);
  await internalAdapter.createVerificationValue({ identifier: identifierOf(token), value: userId, expiresAt });
  const cookie = createAuthCookie(trustCookie, { maxAge: trustSeconds });
  await request.setSignedCookie(cookie.name, token, secret, cookie.attributes);
}

/** Trusts no browser of a person from now on, within the running transaction if there is one. */
export async function trustNone(context: { adapter: DBAdapter }, userId: string): Promise<void> {
  const adapter = await getCurrentAdapter(context.adapter);
  const where = [
    { field: "value", value: userId },
    { field: "identifier", operator: "starts_with", value: "trusted:" },
  ] as const;
  await adapter.deleteMany({ model: "verification", where: [...where] });
}

function identifierOf(token: string): string {
  return `trusted:${createHash("sha256").update(token).digest("base64url")}`;
}
