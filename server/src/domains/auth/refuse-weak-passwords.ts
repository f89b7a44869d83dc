import { errors } from "@deskhand/contract/errors";
import { APIError, type BetterAuthPlugin } from "better-auth";
import { createAuthMiddleware } from "better-auth/api";
import { storeNameFor } from "../tenants/index.ts";
import { passwordFaults } from "./password-faults.ts";

/** Signing up takes the passwords that changing one takes. It is found out before the address is looked up. */
export const refuseWeakPasswords: BetterAuthPlugin = {
  id: "weak-passwords",
  hooks: {
    before: [
      {
        matcher: ({ path }) => path === "/sign-up/email",
        handler: createAuthMiddleware(async ({ body }) => {
          // What is no text at all is for the library to refuse.
          const { email, password, name } = body ?? {};
          if (typeof email !== "string" || typeof password !== "string") return;
          const owner = { email, name: typeof name === "string" ? name : "", storeName: storeNameFor(email) };
          const faults = passwordFaults(password, owner);
          if (faults.length === 0) return;
          const message = [errors.weak_password.message, ...faults].map((sentence) => `${sentence}.`).join(" ");
          throw new APIError("UNPROCESSABLE_ENTITY", { code: "WEAK_PASSWORD", message });
        }),
      },
    ],
  },
};
