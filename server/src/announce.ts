import type { Settings } from "./platform/settings.ts";
import type { Dropped } from "./platform/start/drop-privileges.ts";

type Ports = { httpPort: number | null; smtpPort: number | null };
type DnsRecord = { name: string; value: string };
type SignIn = { email: string; password: string };

/** Returns what a start prints: its duration, the addresses, the DNS record for sent mail, and the demo store's sign-ins. */
export function announcement(
  { publicUrl, isProduction, smtpUrl, mailDomain, roles, host, smtpHost, metrics }: Settings,
  { httpPort, smtpPort }: Ports,
  {
    seconds,
    signIns,
    shopUrl = null,
    signingRecord = null,
    dropped = null,
  }: {
    seconds: number;
    signIns: SignIn[];
    shopUrl?: string | null;
    signingRecord?: DnsRecord | null;
    dropped?: Dropped | null;
  },
): string {
  const isWhole = httpPort !== null && smtpPort !== null;
  const rows: [string, string][] = [];
  if (httpPort !== null) rows.push(["Website", publicUrl]);
  if (httpPort !== null && publicUrl !== `http://localhost:${httpPort}`) rows.push(["HTTP", `port ${httpPort}`]);
  if (httpPort !== null && !isProduction && !smtpUrl) rows.push(["Mail sent", `${publicUrl}/dev/outbox`]);
  if (smtpPort !== null) rows.push(["Mail received", `SMTP on port ${smtpPort}, for help+…@${mailDomain}`]);
  if (httpPort !== null) rows.push(["Reached from", reachOf(host, "HOST")]);
  if (smtpPort !== null && !(httpPort !== null && smtpHost === host)) {
    rows.push([httpPort === null ? "Reached from" : "Mail from", reachOf(smtpHost, "SMTP_HOST")]);
  }
  if (metrics !== null) rows.push(["Metrics", `http://${metrics.host}:${metrics.port}/metrics`]);
  if (dropped !== null)
    rows.push(["Runs as", "user" in dropped ? `${dropped.user}, no longer root` : `root: ${dropped.stays}`]);
  if (signingRecord !== null) rows.push(["DKIM record", `${signingRecord.name} TXT "${signingRecord.value}"`]);
  if (shopUrl !== null) rows.push(["Demo Shopify", `${shopUrl} (a stand-in, on this machine only)`]);
  const widest = Math.max(0, ...signIns.map(({ email }) => email.length));
  for (const [index, { email, password }] of signIns.entries()) {
    rows.push([index === 0 ? "Demo sign-ins" : "", `${email.padEnd(widest)}   ${password}`]);
  }
  const role = isWhole ? "" : ` (${roles.join(", ")})`;
  const lines = rows.map(([name, value]) => `  ${name.padEnd(15)}${value}`);
  return [`Deskhand${role} is ready after ${seconds.toFixed(1)} s`, ...lines].join("\n");
}

/** Says who can reach a host on which something listens. */
function reachOf(host: string, setting: "HOST" | "SMTP_HOST"): string {
  const isLocal = /^(?:127\.|::1$|localhost$)/.test(host);
  if (isLocal) return `this machine only (${host}; ${setting}=0.0.0.0 opens it to others)`;
  return host === "0.0.0.0" || host === "::" ? `every network of this machine (${setting}=${host})` : host;
}
