import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";

// Vitest loads this before each test file (see vitest.config.ts): a test that uses the internet would fail offline and might
// change something online. Unix sockets and this machine's own addresses stay open.

class NetworkBlocked extends Error {
  override readonly name = "NetworkBlocked";
  readonly code = "ENETUNREACH";

  constructor(target: string) {
    super(`Tests do not reach the network: blocked ${target}`);
  }
}

const connect = net.Socket.prototype.connect;

function connectLocally(this: net.Socket, ...args: unknown[]): net.Socket {
  const host = targetHost(args);
  if (host === undefined || isLocal(host)) return Reflect.apply(connect, this, args);
  // Fails as a real connection would, so that the tested code handles it as usual.
  return this.destroy(new NetworkBlocked(`a connection to ${host}`));
}

net.Socket.prototype.connect = connectLocally;

for (const owner of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype]) {
  for (const name of Object.getOwnPropertyNames(owner)) {
    if (/^(lookup|resolve|reverse)/.test(name)) blockQuestion(owner, name);
  }
}
syncBuiltinESMExports();

/** Returns the host from any way to call Socket.connect; undefined for a Unix socket. */
function targetHost(args: unknown[]): string | undefined {
  const [first, second] = args;
  // net.connect passes its own arguments on as one array.
  if (Array.isArray(first)) return targetHost(first);
  if (typeof first === "object" && first !== null) {
    if ("path" in first && first.path) return undefined;
    return "host" in first && typeof first.host === "string" ? first.host : "localhost";
  }
  if (typeof first === "string" && !/^\d+$/.test(first)) return undefined;
  return typeof second === "string" ? second : "localhost";
}

function isLocal(host: string): boolean {
  return host === "" || host === "localhost" || host === "::" || host === "::1" || /^(127\.|0\.0\.0\.0$)/.test(host);
}

/** Whether a resolver asks only this machine, where a test's stand-in runs. */
function asksHereOnly(resolver: unknown): boolean {
  if (!(resolver instanceof dns.Resolver || resolver instanceof dns.promises.Resolver)) return false;
  const servers = resolver.getServers();
  return servers.length > 0 && servers.every((server) => /^127\.0\.0\.1:(?!53$)\d+$/.test(server));
}

function blockQuestion(owner: object, name: string): void {
  const original: unknown = Reflect.get(owner, name);
  if (typeof original !== "function") return;
  Reflect.set(owner, name, function (this: unknown, ...args: unknown[]): unknown {
    const [host] = args;
    if (asksHereOnly(this)) return Reflect.apply(original, this, args);
    if (name.startsWith("lookup") && typeof host === "string" && (isLocal(host) || net.isIP(host))) {
      return Reflect.apply(original, this, args);
    }
    const error = new NetworkBlocked(`${name} of ${String(host)}`);
    const callback = args.at(-1);
    if (typeof callback !== "function") return Promise.reject(error);
    return process.nextTick(callback, error);
  });
}
