import type { Patience } from "./db/pool.ts";
import type { NameServers } from "./dns/name-servers.ts";
import type { Proxies } from "./http/trust-proxies.ts";
import type { ProviderId, ProviderSettings } from "./oauth/ask-provider.ts";
import type { Outside } from "./outside/outside.ts";
import type { Beat } from "./realtime/listen.ts";
import type { Patiences } from "./shopify/admin-api.ts";
import type { KeyPair } from "./smtp/self-signed-certificate.ts";
import type { ScannerPlace } from "./virus-scan/scan-for-viruses.ts";

export const roleNames = ["web", "worker", "smtp"] as const;
/** A part of the server that can run as a process of its own. */
type ServerRole = (typeof roleNames)[number];

/** An OpenAI-compatible endpoint: where it is, without `/chat/completions`, which model is asked, and its key, if it wants one. */
export type LanguageModelSettings = { url: string; model: string; apiKey: string | null };

/** How stores are reached, and the app that they are connected through. */
type ShopifySettings = {
  /** The app's client id and secret; without them a store is connected by a pasted token alone. */
  app: { key: string; secret: string } | null;
  /** What the app asks a store for: `read_orders`, `read_customers`, and others that only read. */
  scopes: readonly string[];
  /** Of the Admin API, as 2026-10. */
  apiVersion: string;
  /** Where a store is: `{shop}` is its domain, NAME.myshopify.com. */
  storeUrl: string;
  /** How long it is waited for a store; no setting of the environment. */
  patience: Patiences;
  /** How long a sync that runs by itself rests, as a share of the time that it worked; no setting of the environment. */
  rest: number;
};

/** What one try of a password takes with argon2id: kibibytes of memory, and passes over them. */
type PasswordCost = { memoryCost: number; timeCost: number };

/** As OWASP's password storage cheat sheet asks for at least. What stands in the database keeps the cost it was made with. */
export const passwordCost: PasswordCost = { memoryCost: 19_456, timeCost: 2 };

/** How long a stop waits, in milliseconds: for a door that finishes what is in hand, for the jobs in hand, and for anything else. */
type Stopping = { doorMs: number; jobsMs: number; restMs: number };

/** Together less than the 90 seconds after which systemd kills; a mail that comes in has 20 of them, and a job 25. */
export const usualStopping: Stopping = { doorMs: 25_000, jobsMs: 30_000, restMs: 5_000 };

/** Everything that can be set from outside, checked; read once, by env.ts. */
export type Settings = {
  isProduction: boolean;
  roles: readonly ServerRole[];
  /** Where HTTP listens. */
  host: string;
  port: number;
  /** Where mail is received. */
  smtpHost: string;
  smtpPort: number;
  /** Where figures are told to Prometheus; null for nowhere. */
  metrics: { host: string; port: number } | null;
  /** Whose X-Forwarded-For is believed in production. */
  proxies: Proxies;
  /** The address of the website as its users know it, without a slash at the end. */
  publicUrl: string;
  /** The domain of the support addresses, `help+{client_code}@{mailDomain}`. */
  mailDomain: string;
  dataDir: string;
  /** An existing PostgreSQL instead of the embedded one: the owner's connection string. */
  databaseUrl: string | null;
  /** Connections of the application's pool. */
  databasePoolSize: number;
  /** How long a request waits for the database; no setting of the environment: tests alone have less of it. */
  requestPatience: Patience;
  /** The same for jobs and mail. */
  jobPatience: Patience;
  /** How what listens to the database finds out that it no longer hears anything; no setting of the environment either. */
  beat: Beat;
  /** How long a stop waits for what is being closed until it is left behind; no setting of the environment either. */
  stopping: Stopping;
  /** How many requests a second somebody who is signed in may make on average, from which all other limits follow; 0 for no limits. */
  requestsPerPerson: number;
  /** From which every key is derived. */
  secret: string;
  /** No setting of the environment: tests alone have another. */
  passwordCost: PasswordCost;
  /** Who may make a new store; null leaves it to what is usual: in production nobody once there is one. */
  signUp: "open" | "invite" | "closed" | null;
  /** How many mails a day a new store may send to people who never wrote to it, from which all other limits follow; 0 for no limits. */
  sendingQuota: number;
  /** Whom the people of its stores write to for help; null shows nobody. */
  operatorEmail: string | null;
  /** Where the full documentation is; null for the pages that this installation shows itself. */
  docsUrl: string | null;
  /** What the SPF records of stores' own domains include, so that the servers that mail goes out by are allowed. */
  spfInclude: string;
  /** Where mail goes out; null keeps it in the built-in outbox. */
  smtpUrl: string | null;
  /** Certificate and key for STARTTLS of the SMTP receiver; null makes a self-signed pair. */
  smtpTls: KeyPair | null;
  /** The keys that inbound webhooks are signed with; a webhook without its key is off. */
  webhooks: {
    rawKey: string | null;
    mailgunKey: string | null;
    postmarkKey: string | null;
    sendgridKey: string | null;
  };
  /** Who is asked about the senders of mails. */
  nameServers: NameServers;
  /** The way to the servers that the pictures of mails are on; no setting of the environment. */
  outside: Outside;
  /** How many bytes of mail one host may bring, and a store may get, in a day; 0 sets no limit. */
  intake: { hostBytesPerDay: number; storeBytesPerDay: number };
  /** Bytes that stay free on the disk: with fewer no mail is taken; 0 takes it in any case. */
  freeSpaceMark: number;
  /** Relays of the operator's own, as addresses or networks (10.0.0.0/8): what they found out about a mail is believed. */
  trustedRelays: readonly string[];
  /** Addresses and networks that the limits of the SMTP door do not concern; the trusted relays are free of them in any case. */
  unlimitedHosts: readonly string[];
  /** The client code of the store that the mail domain's postmaster mail goes to; null for the oldest. */
  postmasterStore: string | null;
  /** Domains whose ARC seals are believed: forwarders that check what they forward. */
  trustedSealers: readonly string[];
  /** What looks for viruses in files that people send and upload; null leaves them as they are. */
  virusScanner: ScannerPlace | null;
  /** The language model that polishes replies; null leaves that to the local checker. */
  polishModel: LanguageModelSettings | null;
  shopify: ShopifySettings;
  /** Where people may sign in with an account that they have elsewhere. */
  social: Record<ProviderId, ProviderSettings>;
};
