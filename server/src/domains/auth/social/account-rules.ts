import { queueAfterTransactionHook } from "@better-auth/core/context";
import type { Account, GenericEndpointContext } from "better-auth";
import { APIError } from "better-auth/api";
import * as z from "zod";
import type { CalledFrom } from "../../../platform/db/tenant.ts";
import { providerIds } from "../../../platform/oauth/ask-provider.ts";
import { calledBy } from "../claims/claims.ts";
import { providerNames } from "./social-providers.ts";

type Person = { clientId: string; email: string; id: string };
type Notifier = { providerAdded(person: Person, providerName: string, calledFrom: CalledFrom): Promise<void> };
type Request = GenericEndpointContext | null;

/** A person made within this time by signing in at a provider need not be told of it. */
const newcomerMs = 60_000;

/**
 * What is stored of an account elsewhere: its owner, but no token, as the provider is not asked again. The owner is
 * notified.
 */
export function accountRules({ providerAdded }: Notifier) {
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

/** The tenant of a user of the sign-in library. */
function clientIdOf(user: object): string {
  if ("clientId" in user && typeof user.clientId === "string") return user.clientId;
  throw new Error("An identity without a tenant");
}

const atProvider = z.object({ providerId: z.enum(providerIds) });
const personSchema = z.object({ client_id: z.string() });

/** Fails for a sign-in with a provider that the person's store does not allow; other ways of signing in pass. */
export async function refuseForbiddenProvider(userId: string, request: GenericEndpointContext | null): Promise<void> {
  const { providerId } = atProvider.safeParse(request?.params).data ?? {};
  if (!request || !providerId) return;
  const { adapter } = request.context;
  const person = personSchema.parse(await adapter.findOne({ model: "users", where: [{ field: "id", value: userId }] }));
  const allows = `allows_${providerId}` as const;
  const store = await adapter.findOne<Record<typeof allows, boolean>>({
    model: "clients",
    where: [
      { field: "id", value: person.client_id },
      { field: allows, value: true },
    ],
  });
  if (!store) throw new APIError("FORBIDDEN", { code: "PROVIDER_FORBIDDEN", message: "Not allowed by the store" });
}
