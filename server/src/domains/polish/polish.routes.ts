import { api } from "../../platform/http/api.ts";
import { listNames } from "./list-names.ts";
import type { Polisher } from "./open-polisher.ts";

/** The endpoints of polishing, done by the given polisher. */
export function polishRoutes(polisher: Polisher) {
  return {
    polish: api.polish.polish.handler(async ({ context, input: { text, ticketId, language }, signal }) => {
      const { actor } = context;
      const names = await context.withTenant((tx) => listNames(tx, actor, ticketId));
      return polisher.polish({
        userId: actor.userId,
        text,
        names,
        ...(language && { language }),
        ...(signal && { signal }),
      });
    }),
    warm: api.polish.warm.handler(() => {
      polisher.warm();
      return {};
    }),
  };
}
