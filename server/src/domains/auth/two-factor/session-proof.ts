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
/** What proves a session; whether all others end; and whether this browser is trusted from now on, or none any more. */
export type ProvedBy = z.infer<typeof provedBy>;

/** What the library does about the second step of a sign-in; for the server alone. */
export const sessionProof = {
  id: "session-proof",
  endpoints: {
    /**
     * Puts a proved session in the place of the one that asks, whose token may be known to others, and gives the browser its
     * cookie; where asked to, ends all other sessions, and trusts this browser, or none any more, from now on.
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
        // The same browser: the library reads neither from a call of ours.
        const { ipAddress, userAgent } = before;
        const session = await internalAdapter.createSession(user.id, false, { proof, ipAddress, userAgent });
        await setSessionCookie(request, { session, user });
        for (const { token } of others) await internalAdapter.deleteSession(token);
        if (trust === "none") await trustNone(request.context, user.id);
        if (trust === "this") await trustBrowser(request, user.id);
        return { ended: others.length - 1 };
      },
    ),
    /** From now on no browser of the person who asks is trusted. */
    trustNoBrowser: createAuthEndpoint.serverOnly({ method: "POST", requireHeaders: true }, async (request) => {
      const found = await getSessionFromCtx(request, { disableRefresh: true });
      if (found) await trustNone(request.context, found.user.id);
    }),
  },
} satisfies BetterAuthPlugin;

/** What proves a new session as it is made: a passkey, or a browser that the person trusts. */
export async function proofOf(
  userId: string,
  request: GenericEndpointContext | null | undefined,
): Promise<"device" | "passkey" | null> {
  if (!request) return null;
  // A passkey is taken only where it checked who holds it (`passkeySignIn`): what somebody has and what they are or know.
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

/** From now on no browser of a person is trusted; in the transaction that runs, where one does. */
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
