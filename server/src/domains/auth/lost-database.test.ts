import { rm } from "node:fs/promises";
import { makeSignature } from "better-auth/crypto";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../platform/db/tenant.ts";
import { createHttpServer } from "../../platform/http/http-server.ts";
import { deriveKey } from "../../platform/secrets/seal.ts";
import type { Services } from "../../platform/services.ts";
import { testSettings } from "../../testing/test-settings.ts";
import { openActors } from "./actors.ts";
import { signInRoutes } from "./auth.routes.ts";
import { createSignIn } from "./create-sign-in.ts";
import { ownSignIn } from "./own-sign-in.ts";

type Line = { err?: { code?: string } };

/** A sign-in with an unreachable database, and the Cookie header of a signed-in person. */
async function withoutDatabase(isProduction = false) {
  const logged: Line[] = [];
  const log = pino({ level: "error" }, { write: (line) => void logged.push(JSON.parse(line)) });
  // Nothing listens there.
  const url = "postgres://deskhand_auth:secret@127.0.0.1:1/desk";
  const db = openDatabase(url, 2, (error) => log.error({ err: error }));
  const nothing = async () => undefined;
  const jobs: Services["jobs"] = {
    enqueue: nothing,
    work: nothing,
    schedule: nothing,
    hear: nothing,
    seek: async () => () => undefined,
    check: nothing,
    isStopping: () => false,
    stop: nothing,
  };
  const services = { settings: await testSettings({ isProduction }), log, db, jobs } satisfies Partial<Services>;
  const signIn = await createSignIn(services, url);
  const signature = await makeSignature("token", deriveKey(services.settings.secret, "session-cookie"));
  const cookie = `${signIn.cookieNames.session}=${encodeURIComponent(`token.${signature}`)}`;
  onTestFinished(async () => {
    await signIn.close();
    await rm(services.settings.dataDir, { recursive: true });
  });
  return { services, signIn, cookie, codes: () => logged.map(({ err }) => err?.code) };
}

test.each([
  ["sign-in/email", false, { email: "ann@acme-shop.test", password: "correct horse battery" }],
  ["sign-up/email", false, { email: "ann@acme-shop.test", password: "correct horse battery", name: "" }],
  ["sign-out", false, {}],
  // In production requests are counted first, in the same database.
  ["sign-in/email", true, { email: "ann@acme-shop.test", password: "correct horse battery" }],
])(
  "says at %s that the service is unavailable while the database is lost, and logs why (in production: %s)",
  async (path, isProduction, payload) => {
    const { services, signIn, cookie, codes } = await withoutDatabase(isProduction);
    const http = await createHttpServer({ log: services.log, isProduction: false, findActor: async () => null });
    http.decorate("signIn", { ...signIn, actors: openActors(services.db, signIn) });
    signInRoutes(http, services);
    const headers = { cookie, origin: services.settings.publicUrl };
    const response = await http.inject({ method: "POST", url: `/api/auth/${path}`, payload, headers });
    expect([response.statusCode, response.json().code]).toEqual([503, "service_unavailable"]);
    expect(codes()).toContain("ECONNREFUSED");
    await http.close();
  },
);

test("signs nobody out because the database is lost", async () => {
  const { signIn, cookie, codes } = await withoutDatabase();
  await expect(ownSignIn(signIn, { headers: { cookie } })).rejects.toMatchObject({ code: "service_unavailable" });
  expect(codes()).toContain("ECONNREFUSED");
});
