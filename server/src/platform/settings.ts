import type { Patience } from "./db/pool.ts";
import type { NameServers } from "./dns/name-servers.ts";
import type { Proxies } from "./http/http-server.ts";
import type { ProviderId, ProviderSettings } from "./oauth/ask-provider.ts";
import type { Outside } from "./outside/outside.ts";
import type { Beat } from "./realtime/listen.ts";
import type { Patiences } from "./shopify/admin-api.ts";
import type { KeyPair } from "./smtp/self-signed-certificate.ts";
import type { ScannerPlace } from "./virus-scan/scan-for-viruses.ts";

export const roleNames = ["web", "worker", "smtp"] as const;
/** A part of the server that can run as its own process. */
type ServerRole = (typeof roleNames)[number];

/** An OpenAI-compatible endpoint: its URL without `/chat/completions`, the model, and its key if it needs one. */
export type LanguageModelSettings = { url: string; model: string; apiKey: string | null };

/** How to reach stores, and the app that connects them. */
type ShopifySettings = {
  /** The app's client id and secret; without them a store can only be connected with a pasted token. */
  app: { key: string; secret: string } | null;
  /** The scopes the app requests: `read_orders`, `read_customers` and other read-only ones. */
  scopes: readonly string[];
  /** Version of the Admin API, for example 2026-10. */
  apiVersion: string;
  /** URL of a store; `{shop}` stands for its domain, NAME.myshopify.com. */
  storeUrl: string;
  /** How long to wait for a store. Not an environment setting. */
  patience: Patiences;
  /** How long a background sync rests, as a share of the time it worked. Not an environment setting. */
  rest: number;
};

/** The cost of one password check with argon2id: kibibytes of memory, and passes over them. */
type PasswordCost = { memoryCost: number; timeCost: number };

/** The minimum of OWASP's password storage cheat sheet. Stored passwords keep the cost they were hashed with. */
export const passwordCost: PasswordCost = { memoryCost: 19_456, timeCost: 2 };

/**
 * How long shutdown waits, in milliseconds: for open requests and sessions, for running jobs, and for everything else.
 */
type Stopping = { doorMs: number; jobsMs: number; restMs: number };

/** Together less than the 90 seconds after which systemd kills. An incoming mail gets 20 of them, a job 25. */
export const usualStopping: Stopping = { doorMs: 25_000, jobsMs: 30_000, restMs: 5_000 };

/** All settings, validated; env.ts reads them once. */
export type Settings = {
  isProduction: boolean;
  roles: readonly ServerRole[];
  /** Address and port of the HTTP server. */
  host: string;
  port: number;
  /** Address and port of the SMTP receiver. */
  smtpHost: string;
  smtpPort: number;
  /** Where Prometheus can fetch metrics; null for nowhere. */
  metrics: { host: string; port: number } | null;
  /** Proxies whose X-Forwarded-For is trusted in production. */
  proxies: Proxies;
  /** The public URL of the website, without a trailing slash. */
  publicUrl: string;
  /** The domain of the support addresses, `help+{client_code}@{mailDomain}`. */
  mailDomain: string;
  dataDir: string;
  /** The owner's connection string of an existing PostgreSQL, used instead of the embedded one. */
  databaseUrl: string | null;
  /** Size of the application's connection pool. */
  databasePoolSize: number;
  /** How long a request waits for the database. Not an environment setting; tests use less. */
  requestPatience: Patience;
  /** The same for jobs and mail. */
  jobPatience: Patience;
  /** How a database listener detects a dead connection. Not an environment setting. */
  beat: Beat;
  /** Whether upkeep runs by its schedule. Not an environment setting; tests run it themselves. */
  isUpkeepScheduled: boolean;
  /** How long shutdown waits before it abandons what is still closing. Not an environment setting. */
  stopping: Stopping;
  /**
   * Average requests per second that a signed-in person may make; all other limits follow from it. 0 means no limits.
   */
  requestsPerPerson: number;
  /** The secret that every key is derived from. */
  secret: string;
  /** Not an environment setting; tests use a cheaper one. */
  passwordCost: PasswordCost;
  /** Who may create a store. Null means the default: in production nobody once there is one. */
  signUp: "open" | "invite" | "closed" | null;
  /**
   * Mails per day that a new store may send to people who never wrote to it; all other limits follow from it. 0 means
   * no limits.
   */
  sendingQuota: number;
  /** The address where the stores' people get help; null shows none. */
  operatorEmail: string | null;
  /** URL of the full documentation; null for the pages of this installation. */
  docsUrl: string | null;
  /** The include of SPF records for stores' own domains, which allows the servers that send their mail. */
  spfInclude: string;
  /** The relay for outgoing mail; null keeps mail in the built-in outbox. */
  smtpUrl: string | null;
  /** Certificate and key for STARTTLS of the SMTP receiver; null creates a self-signed pair. */
  smtpTls: KeyPair | null;
  /** Keys that sign inbound webhooks; a webhook without its key is off. */
  webhooks: {
    rawKey: string | null;
    mailgunKey: string | null;
    postmarkKey: string | null;
    sendgridKey: string | null;
  };
  /** Name servers for checking senders of mail. */
  nameServers: NameServers;
  /** How to reach the servers that host a mail's pictures. Not an environment setting. */
  outside: Outside;
  /** Bytes of mail per day that one host may deliver and one store may receive; 0 means no limit. */
  intake: { hostBytesPerDay: number; storeBytesPerDay: number };
  /** Free disk bytes below which no mail is accepted; 0 always accepts it. */
  freeSpaceMark: number;
  /** The operator's own relays, as addresses or networks (10.0.0.0/8). Their findings about a mail are trusted. */
  trustedRelays: readonly string[];
  /** Addresses and networks without SMTP limits. The trusted relays have none in any case. */
  unlimitedHosts: readonly string[];
  /** The client code of the store that gets the mail domain's postmaster mail; null for the oldest store. */
  postmasterStore: string | null;
  /** Domains whose ARC seals are trusted: forwarders that check what they forward. */
  trustedSealers: readonly string[];
  /** The virus scanner for mailed and uploaded files; null scans none. */
  virusScanner: ScannerPlace | null;
  /** The language model that polishes replies; null uses the local checker. */
  polishModel: LanguageModelSettings | null;
  shopify: ShopifySettings;
  /** Providers whose accounts people may sign in with. */
  social: Record<ProviderId, ProviderSettings>;
};
