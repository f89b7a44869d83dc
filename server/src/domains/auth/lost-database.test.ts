import { rm } from "node:fs/promises";
import { pino } from "pino";
import { expect, test } from "vitest";
import { createHttpServer } from "../../platform/http/http-server.ts";
import type { Services } from "../../platform/services.ts";
import { testSettings } from "../../platform/testing/test-settings.ts";
import { signInRoutes } from "./auth.routes.ts";
import { createSignIn } from "./create-sign-in.ts";

test.each([
  ["sign-in/email", { email: "ann@acme-shop.test", password: "correct horse battery" }],
  ["sign-up/email", { email: "ann@acme-shop.test", password: "correct horse battery", name: "" }],
])(
  "%s says that the service is not available while the database is lost, and the log says why",
  async (path, payload) => {
    const logged: { err?: { code?: string } }[] = [];
    const log = pino({ level: "error" }, { write: (line) => void logged.push(JSON.parse(line)) });
    const services = { settings: await testSettings(), log } satisfies Partial<Services>;
    const mails = { confirmation: async () => undefined, existingAccount: async () => undefined };
    // Nothing listens there.
    const signIn = createSignIn(services, "postgres://deskhand_auth:secret@127.0.0.1:1/desk", mails);
    const http = await createHttpServer({ log, isProduction: false, sessionCookie: "s", findActor: async () => null });
    signInRoutes(http, services, signIn, { forget: () => {} });
    const answer = await http.inject({ method: "POST", url: `/api/auth/${path}`, payload });
    expect([answer.statusCode, answer.json().code]).toEqual([503, "service_unavailable"]);
    expect(logged.map(({ err }) => err?.code)).toContain("ECONNREFUSED");
    await http.close();
    await signIn.close();
    await rm(services.settings.dataDir, { recursive: true });
  },
);
