import { queueAfterTransactionHook } from "@better-auth/core/context";
import type { Account, GenericEndpointContext } from "better-auth";
import type { CalledFrom } from "../../../platform/db/tenant.ts";
import { calledBy } from "../claims/called-by.ts";
import { clientIdOf } from "../client-id-of.ts";
import { providerNames } from "./social-providers.ts";

type Person = { clientId: string; email: string; id: string };
type Tell = { providerAdded(person: Person, providerName: string, calledFrom: CalledFrom): Promise<void> };
type Request = GenericEndpointContext | null;

/** Somebody made in this request by signing in at a provider: they need not be told that they did. */
const newcomerMs = 60_000;

/** What is kept of an account elsewhere: whose it is, and no token, as nothing is asked there afterwards. Its owner is told of it. */
export function accountRules({ providerAdded }: Tell) {
  return {
    before: async (account: Account) => ({
      data: {
        ...account,
        accessToken: null,
        refreshToken: null,
        idToken: null,
        scope: null,
        accessTokenExpiresAt: null,
        refreshTokenExpiresAt: null,
      },
    }),
    after: async ({ providerId, userId }: Account, request: Request) => {
      const name = providerNames[providerId];
      const user = name && request ? await request.context.internalAdapter.findUserById(userId) : null;
      if (!name || !user || Date.now() - user.createdAt.getTime() < newcomerMs) return;
      const { id, email } = user;
      const from = calledBy(request?.headers);
      await queueAfterTransactionHook(() => providerAdded({ clientId: clientIdOf(user), email, id }, name, from));
    },
  };
}
