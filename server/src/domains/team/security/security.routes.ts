import type { FastifyInstance } from "fastify";
import { api } from "../../../platform/http/api.ts";
import { signInOf } from "../../auth/index.ts";
import { changeProvider, readSecurity, signOutMember } from "./team-security.ts";

/** The endpoints of how the team signs in. */
export function securityRoutes(http: FastifyInstance) {
  const { actors } = signInOf(http);
  const { security } = api;
  return {
    read: security.read.handler(({ context: { services, withTenant } }) =>
      withTenant((tx) => readSecurity(tx, services.settings)),
    ),
    allowProvider: security.allowProvider.handler(({ context: { actor, services, withTenant }, input }) =>
      withTenant(async (tx) => {
        await changeProvider(tx, actor, input);
        return readSecurity(tx, services.settings);
      }),
    ),
    signOut: security.signOut.handler(async ({ context: { actor, services, withTenant }, input: { id } }) => {
      const left = await withTenant(async (tx) => {
        await signOutMember(tx, actor, id);
        return readSecurity(tx, services.settings);
      });
      // What they do next is refused, before the database has reported it.
      actors.forget(id);
      return left;
    }),
  };
}
