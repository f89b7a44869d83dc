import { type Domain, jobsOf } from "../../platform/domain.ts";
import { purgeExpiredSignIns } from "./auth.queries.ts";
import { accountRoutes, arrivalRoutes, signInRoutes } from "./auth.routes.ts";
import { avatarRoutes } from "./avatar.routes.ts";
import { answerMailRequest, mailRequestKind } from "./mail-requests/request-mail.ts";
import { signInOf } from "./open-sign-in.ts";
import { passkeyRoutes } from "./passkeys.routes.ts";
import { recordRefused, refusedSignInKind } from "./sign-ins/record-sign-ins.ts";
import { socialRoutes } from "./social.routes.ts";
import { twoFactorRoutes } from "./two-factor.routes.ts";

export const auth: Domain = {
  // The library of the sign-in writes the people that it makes, and people change their own name and picture.
  tables: [
    "identities",
    "sessions",
    "accounts",
    "verifications",
    "account_links",
    "account_claims",
    "account_mail_times",
    "password_guesses",
    "rate_limits",
    "second_factors",
    "passkeys",
    "users",
  ],
  routes(http) {
    const signIn = signInOf(http);
    return { account: accountRoutes(signIn), twoFactor: twoFactorRoutes(signIn), passkeys: passkeyRoutes(signIn) };
  },
  streams: [signInRoutes, arrivalRoutes, socialRoutes, avatarRoutes],
  jobs: [
    jobsOf(mailRequestKind, (services) => ({
      kind: mailRequestKind,
      concurrency: 2,
      batch: 1,
      work: (ask) => answerMailRequest(services, ask),
    })),
    jobsOf(refusedSignInKind, (services) => ({
      kind: refusedSignInKind,
      concurrency: 1,
      batch: 1,
      work: (refused) => recordRefused(services, refused),
    })),
  ],
  schedules: [{ name: "auth.delete-expired", cron: "41 3 * * *", work: ({ db }) => purgeExpiredSignIns(db) }],
};
