import { resolve } from "node:path";
import { storeScopes } from "@deskhand/contract/shopify";
import * as z from "zod";
import { jobPatience, requestPatience } from "./platform/db/pool.ts";
import { readNameServers } from "./platform/dns/name-servers.ts";
import { settingKinds } from "./platform/env/setting-kinds.ts";
import type { ProviderSettings } from "./platform/oauth/ask-provider.ts";
import { isLoopback } from "./platform/outside/outer-address.ts";
import { openOutside } from "./platform/outside/outside.ts";
import { defaultBeat } from "./platform/realtime/listen.ts";
import { passwordCost, roleNames, type Settings, usualStopping } from "./platform/settings.ts";
import { patience } from "./platform/shopify/admin-api.ts";
import type { KeyFiles } from "./platform/smtp/receiver-key.ts";
import { StartFault } from "./platform/start/start-notices.ts";
import { readScannerPlace } from "./platform/virus-scan/scan-for-viruses.ts";

const {
  list,
  whole,
  port,
  host,
  domain,
  domains,
  recordName,
  networks,
  site,
  webAddress,
  relay,
  database,
  email,
  key,
  path,
} = settingKinds;
/** Providers that check the mail they forward to us: Gmail, Outlook and Microsoft 365, Proton, Fastmail. */
const usualSealers = "google.com,microsoft.com,outlook.com,proton.me,protonmail.com,protonmail.ch,messagingengine.com";
const oldestApiVersion = "2026-01";
/** Whether an address has {shop} once, and no user, query or fragment, in which a token or a path could get lost. */
const isStoreUrl = (text: string) => {
  const url = URL.parse(text.replace("{shop}", "a.myshopify.com"));
  const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
  return text.split("{shop}").length === 2 && isWeb && !url.username && !url.password && !url.search && !url.hash;
};
const megabyte = 1024 * 1024;
const root = resolve(import.meta.dirname, "../..");

/** Every setting by its name, with its values and its default. */
export const environment = z.object({
  NODE_ENV: z
    .enum(
      ["production", "development", "test"],
      "must be production, or development, which is meant where it is not set",
    )
    .optional(),
  ROLE: z
    .string()
    .default(roleNames.join(","))
    .transform((value) => value.split(",").map((role) => role.trim()))
    .pipe(z.array(z.enum(roleNames, `must name some of ${roleNames.join(", ")}`)).min(1)),
  HOST: host.optional(),
  PORT: port.default(3000),
  SMTP_PORT: port.default(2525),
  METRICS_PORT: port.optional(),
  SMTP_HOST: host.optional(),
  METRICS_HOST: host.default("127.0.0.1"),
  TRUSTED_PROXIES: networks("127.0.0.0/8,::1"),
  PROXY_COUNT: whole(0, 20).default(1),
  PUBLIC_URL: site.optional(),
  MAIL_DOMAIN: domain.optional(),
  DESKHAND_DATA: path.default("data"),
  DATABASE_URL: database.optional(),
  DATABASE_POOL_SIZE: whole(2, 200).default(10),
  REQUESTS_PER_PERSON: whole(0, 1_000).default(20),
  DESKHAND_SECRET: z
    .string()
    .refine((text) => text.trim().length >= 32, "must have at least 32 characters")
    .optional(),
  SIGN_UP: z.enum(["open", "invite", "closed"], "must be open, invite or closed").optional(),
  SPF_INCLUDE: recordName.optional(),
  SENDING_QUOTA: whole(0, 1_000_000).default(50),
  OPERATOR_EMAIL: email.optional(),
  DOCS_URL: webAddress.optional(),
  SMTP_URL: relay.optional(),
  SMTP_TLS_CERT: path.optional(),
  SMTP_TLS_KEY: path.optional(),
  DNS_SERVERS: z
    .string()
    .default("system")
    .transform((value, context) => {
      const servers = readNameServers(value);
      if (servers === null) context.addIssue("must be addresses with an optional :port, separated by commas, or off");
      return servers ?? z.NEVER;
    }),
  INTAKE_MB_PER_HOST: whole(0, 100_000_000).default(2_000),
  INTAKE_MB_PER_STORE: whole(0, 100_000_000).default(5_000),
  FREE_SPACE_MB: whole(0, 100_000_000).default(500),
  TRUSTED_RELAYS: networks(),
  SMTP_UNLIMITED_HOSTS: networks(),
  POSTMASTER_STORE: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z0-9]{8}$/, "must be a store's code, as in help+CODE@…")
    .optional(),
  ARC_TRUSTED_SEALERS: domains(usualSealers),
  WEBHOOK_KEY: key.optional(),
  MAILGUN_SIGNING_KEY: key.optional(),
  POSTMARK_WEBHOOK_KEY: key.optional(),
  SENDGRID_WEBHOOK_KEY: key.optional(),
  CLAMD_URL: z
    .string()
    .trim()
    .transform((value, context) => {
      const place = readScannerPlace(value);
      if (place === null) context.addIssue("must be tcp://HOST:PORT or unix:/PATH, where ClamAV's clamd listens");
      return place ?? z.NEVER;
    })
    .optional(),
  POLISH_URL: webAddress.optional(),
  POLISH_MODEL: key.optional(),
  POLISH_API_KEY: key.optional(),
  SHOPIFY_API_KEY: key.optional(),
  SHOPIFY_API_SECRET: key.optional(),
  SHOPIFY_SCOPES: list(z.string().regex(/^read_[a-z_]{2,60}$/, "must be scopes that only read, separated by commas")),
  SHOPIFY_API_VERSION: z
    .string()
    .trim()
    // The first version that renews tokens and has what the queries need; a version appears each quarter.
    .regex(/^20\d\d-(?:01|04|07|10)$/, "must be a version of Shopify's Admin API, as 2026-10")
    .refine((version) => version >= oldestApiVersion, `must be ${oldestApiVersion} or newer`)
    .default("2026-10"),
  SHOPIFY_STORE_URL: z
    .string()
    .trim()
    .refine(isStoreUrl, "must be an http or https address with {shop} in it, as https://{shop}")
    .default("https://{shop}"),
  GOOGLE_CLIENT_ID: key.optional(),
  GOOGLE_CLIENT_SECRET: key.optional(),
  GOOGLE_URL: webAddress.optional(),
  TWITTER_CLIENT_ID: key.optional(),
  TWITTER_CLIENT_SECRET: key.optional(),
  TWITTER_URL: webAddress.optional(),
});
/** The settings before the secret is known, which may come from the data directory, and before files are read. */
export type UnsealedSettings = Omit<Settings, "secret" | "smtpTls"> & {
  secret: string | null;
  smtpTls: KeyFiles | null;
};
type Environment = z.infer<typeof environment>;
export type SettingName = keyof Environment;

/** Settings that production needs, because a guess would be wrong. */
const neededInProduction = {
  PUBLIC_URL: "the address of the website, as https://desk.example.com",
  MAIL_DOMAIN: "the domain of the support addresses, as mail.example.com",
  SMTP_URL: "where mail goes out, as smtps://user:password@relay.example.com",
} as const satisfies Partial<Record<keyof Environment, string>>;

const whyHttps =
  "with http, passwords and sessions cross the network for anybody to read; that is for this machine alone, as http://localhost:3000";
const whySecret =
  "at least 32 characters, the same for every process on this database, kept with its backups (openssl rand -hex 32)";

/** Reads the settings of this process; an error names every setting that is missing or wrong. Without a secret the caller makes one. */
export function readSettings(source: NodeJS.ProcessEnv = process.env): UnsealedSettings {
  // An empty variable counts as unset: compose files and shells leave many of those.
  const nonEmpty = Object.fromEntries(Object.entries(source).filter(([, value]) => value?.trim()));
  const parsed = environment.safeParse(nonEmpty);
  const faults = parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${String(path[0])} ${message}`);
  // If blanks counted as unset, a new secret would be made without anybody knowing.
  if (source.DESKHAND_SECRET && !nonEmpty.DESKHAND_SECRET) faults.push("DESKHAND_SECRET has nothing but blanks");
  const isProduction = nonEmpty.NODE_ENV === "production";
  if (isProduction) {
    for (const [name, reason] of Object.entries(neededInProduction))
      if (!nonEmpty[name]) faults.push(`${name} is needed: ${reason}`);
    if (parsed.success && isInTheClear(parsed.data.PUBLIC_URL)) faults.push(`PUBLIC_URL must be https: ${whyHttps}`);
    if (nonEmpty.DATABASE_URL && !nonEmpty.DESKHAND_SECRET) faults.push(`DESKHAND_SECRET is needed: ${whySecret}`);
  }
  if (Boolean(nonEmpty.SMTP_TLS_CERT) !== Boolean(nonEmpty.SMTP_TLS_KEY)) {
    faults.push("SMTP_TLS_CERT and SMTP_TLS_KEY go together: the files of a certificate and its key");
  }
  if (Boolean(nonEmpty.POLISH_URL) !== Boolean(nonEmpty.POLISH_MODEL)) {
    faults.push("POLISH_URL and POLISH_MODEL go together: an OpenAI-compatible endpoint and the model to ask");
  }
  if (Boolean(nonEmpty.SHOPIFY_API_KEY) !== Boolean(nonEmpty.SHOPIFY_API_SECRET)) {
    faults.push("SHOPIFY_API_KEY and SHOPIFY_API_SECRET go together: the client id and secret of an app of Shopify");
  }
  for (const [name, who] of [
    ["GOOGLE", "Google"],
    ["TWITTER", "X (Twitter)"],
  ]) {
    if (Boolean(nonEmpty[`${name}_CLIENT_ID`]) !== Boolean(nonEmpty[`${name}_CLIENT_SECRET`]))
      faults.push(
        `${name}_CLIENT_ID and ${name}_CLIENT_SECRET go together: the client id and secret of an app of ${who}`,
      );
  }
  if (!parsed.success || faults.length > 0)
    throw new StartFault(`These settings are not right:\n  ${[...new Set(faults)].join("\n  ")}`);
  const env = parsed.data;
  // Strangers should not reach it by accident: everybody knows a demo store's passwords.
  const host = env.HOST ?? (isProduction ? "0.0.0.0" : "127.0.0.1");
  return {
    isProduction,
    roles: env.ROLE,
    host,
    smtpHost: env.SMTP_HOST ?? host,
    port: env.PORT,
    smtpPort: env.SMTP_PORT,
    metrics: env.METRICS_PORT === undefined ? null : { host: env.METRICS_HOST, port: env.METRICS_PORT },
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ""),
    mailDomain: env.MAIL_DOMAIN ?? "deskhand.localhost",
    dataDir: resolve(root, env.DESKHAND_DATA),
    databaseUrl: env.DATABASE_URL ?? null,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    requestPatience,
    jobPatience,
    beat: defaultBeat,
    isUpkeepScheduled: true,
    stopping: usualStopping,
    requestsPerPerson: env.REQUESTS_PER_PERSON,
    secret: env.DESKHAND_SECRET ?? null,
    signUp: env.SIGN_UP ?? null,
    sendingQuota: env.SENDING_QUOTA,
    operatorEmail: env.OPERATOR_EMAIL ?? null,
    docsUrl: env.DOCS_URL ?? null,
    spfInclude: env.SPF_INCLUDE ?? env.MAIL_DOMAIN ?? "deskhand.localhost",
    smtpUrl: env.SMTP_URL ?? null,
    smtpTls: env.SMTP_TLS_CERT && env.SMTP_TLS_KEY ? { certFile: env.SMTP_TLS_CERT, keyFile: env.SMTP_TLS_KEY } : null,
    nameServers: env.DNS_SERVERS,
    outside: openOutside(env.DNS_SERVERS),
    intake: {
      hostBytesPerDay: env.INTAKE_MB_PER_HOST * megabyte,
      storeBytesPerDay: env.INTAKE_MB_PER_STORE * megabyte,
    },
    freeSpaceMark: env.FREE_SPACE_MB * megabyte,
    proxies: { addresses: env.TRUSTED_PROXIES, count: env.PROXY_COUNT },
    trustedRelays: env.TRUSTED_RELAYS,
    unlimitedHosts: env.SMTP_UNLIMITED_HOSTS,
    postmasterStore: env.POSTMASTER_STORE ?? null,
    trustedSealers: env.ARC_TRUSTED_SEALERS,
    webhooks: {
      rawKey: env.WEBHOOK_KEY ?? null,
      mailgunKey: env.MAILGUN_SIGNING_KEY ?? null,
      postmarkKey: env.POSTMARK_WEBHOOK_KEY ?? null,
      sendgridKey: env.SENDGRID_WEBHOOK_KEY ?? null,
    },
    virusScanner: env.CLAMD_URL ?? null,
    polishModel:
      env.POLISH_URL && env.POLISH_MODEL
        ? { url: env.POLISH_URL.replace(/\/+$/, ""), model: env.POLISH_MODEL, apiKey: env.POLISH_API_KEY ?? null }
        : null,
    passwordCost,
    shopify: {
      app:
        env.SHOPIFY_API_KEY && env.SHOPIFY_API_SECRET
          ? { key: env.SHOPIFY_API_KEY, secret: env.SHOPIFY_API_SECRET }
          : null,
      scopes: [...new Set([...storeScopes, ...env.SHOPIFY_SCOPES])],
      apiVersion: env.SHOPIFY_API_VERSION,
      storeUrl: env.SHOPIFY_STORE_URL.replace(/\/+$/, ""),
      patience,
      rest: 1,
    },
    social: {
      google: providerOf(env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET, env.GOOGLE_URL),
      twitter: providerOf(env.TWITTER_CLIENT_ID, env.TWITTER_CLIENT_SECRET, env.TWITTER_URL),
    },
  };
}

function isInTheClear(publicUrl: string | undefined): boolean {
  const url = URL.parse(publicUrl ?? "");
  return url?.protocol === "http:" && !isLoopback(url.hostname);
}

function providerOf(id?: string, secret?: string, url?: string): ProviderSettings {
  return { client: id && secret ? { id, secret } : null, url: url?.replace(/\/+$/, "") ?? null };
}

/** Returns one of these options that npm took for itself, because the dashes that end its own options were left out. */
export function findKeptByNpm(names: readonly string[], source: NodeJS.ProcessEnv = process.env): string | undefined {
  return names.find((name) => source[`npm_config_${name.slice(2).replaceAll("-", "_")}`] !== undefined);
}
