import { errors } from "@deskhand/contract/errors";
import { limits } from "@deskhand/contract/limits";
import { APIError } from "better-auth";
import { createAuthEndpoint } from "better-auth/api";
import * as z from "zod";
import { newId } from "../../../platform/db/ids.ts";
import { noTenant } from "../../../platform/db/tenant.ts";
import type { Services } from "../../../platform/services.ts";
import { readTimeZone, storeNameFor } from "../../tenants/index.ts";
import { markedOwners } from "../guesses/browser-mark.ts";
import { networkOf } from "../guesses/network-of.ts";
import { insertClaim } from "../mail-requests/mail-requests.queries.ts";
import { requestMail } from "../mail-requests/request-mail.ts";
import { passwordFaults } from "../passwords/password-faults.ts";
import { askedFrom } from "../tell-person.ts";
import { calledBy } from "./claims.ts";
import { refuseClosedSignUp, signUpPolicy } from "./sign-up-policy.ts";

export type ClaimServices = Pick<Services, "db" | "jobs" | "settings">;

const address = z.email().max(limits.emailAddressLength).toLowerCase();
const password = z.string().max(1_000);

/**
 * Records a sign-up: a claim to an address with its own password, without effect until its own link is used. The
 * response is the same for every address and precedes any lookup (docs/product.md#signing-up).
 */
export function signUpEndpoint(services: ClaimServices) {
  const { db, settings } = services;
  const body = z.object({ email: address, password, name: z.string().nullish(), timeZone: z.unknown().optional() });
  return createAuthEndpoint("/sign-up/email", { method: "POST", body }, async ({ body, headers, context, json }) => {
    const { email } = body;
    const name = body.name ?? "";
    refuseWeakPassword(body.password, { email, name, storeName: storeNameFor(email) });
    await refuseClosedSignUp(settings, context.adapter);
    const claim = { id: newId(), email, name: nameOf(name, email), timeZone: readTimeZone(body.timeZone) };
    const hash = await context.password.hash(body.password);
    const calledFrom = calledBy(headers);
    const where = { asked: askedFrom(calledFrom), network: networkOf(calledFrom.ip) };
    await db.withTenant(noTenant, async (tx) => {
      await insertClaim(tx, { ...claim, ...where, password: hash });
      await requestMail(tx, services, { kind: "sign-up", email });
    });
    return json({ status: true });
  });
}

/** Records that the password of an address was forgotten, whether or not there is an account. */
export function forgotPasswordEndpoint(services: ClaimServices) {
  const body = z.object({ email: address });
  return createAuthEndpoint("/forgot-password", { method: "POST", body }, async ({ body, headers, context, json }) => {
    const { email } = body;
    const owners = await markedOwners(headers?.get("cookie") ?? null, context.secret);
    await services.db.withTenant(noTenant, (tx) =>
      requestMail(tx, services, { kind: "reset", email, owners, asked: askedFrom(calledBy(headers)) }),
    );
    return json({ status: true });
  });
}

/** Tells the sign-in screen who may sign up. */
export function signUpPolicyEndpoint({ settings }: ClaimServices) {
  return createAuthEndpoint("/sign-up", { method: "GET" }, async ({ context, json }) =>
    json({ signUp: await signUpPolicy(settings, context.adapter) }),
  );
}

/** Fails for a password that would be refused when changing one; checked before anything else. */
function refuseWeakPassword(password: string, owner: { email: string; name: string; storeName: string }): void {
  const faults = passwordFaults(password, owner);
  if (faults.length === 0) return;
  const message = [errors.weak_password.message, ...faults].map((sentence) => `${sentence}.`).join(" ");
  throw new APIError("UNPROCESSABLE_ENTITY", { code: "WEAK_PASSWORD", message });
}

function nameOf(input: string, email: string): string {
  return (input.trim() || email.slice(0, email.lastIndexOf("@"))).slice(0, limits.personNameLength);
}
