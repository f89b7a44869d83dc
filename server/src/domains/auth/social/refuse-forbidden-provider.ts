import type { GenericEndpointContext } from "better-auth";
import { APIError } from "better-auth/api";
import * as z from "zod";
import { providerIds } from "../../../platform/oauth/provider-settings.ts";

const atProvider = z.object({ providerId: z.enum(providerIds) });
const personSchema = z.object({ client_id: z.string() });

/** Fails for who comes from a provider that their store does not allow; whoever signs in another way is asked nothing. */
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
