import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";

/** A stranger's web server, and a stand-in for the outside in which every address leads to it. */
export type WebServer = {
  /** Its requests, oldest first. */
  asked: { url: string; headers: IncomingHttpHeaders }[];
  /** The connections made, such as `93.184.215.14:80`. */
  dialled: string[];
  /** The names that were looked up. */
  named: string[];
  outside: {
    addressesOf(name: string): Promise<readonly string[]>;
    placeOf(address: string, port: number): { host: string; port: number };
  };
  close(): Promise<void>;
};

/** The addresses of names; a function gets how often the name was looked up before. */
type Names = Record<string, readonly string[] | ((times: number) => readonly string[])>;

/** Starts one on a free port of this machine that answers as told; with a certificate it uses HTTPS. */
export async function startWebServer(
  names: Names,
  answer: RequestListener,
  certificate: { key: string; cert: string } | null = null,
): Promise<WebServer> {
  const [asked, dialled, named]: [WebServer["asked"], string[], string[]] = [[], [], []];
  const listen: RequestListener = (request, response) => {
    asked.push({ url: request.url ?? "", headers: request.headers });
    answer(request, response);
  };
  const server = certificate ? createSecureServer(certificate, listen) : createServer(listen);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The stand-in has no port");
  const outside: WebServer["outside"] = {
    async addressesOf(name) {
      const addresses = names[name] ?? [];
      const times = named.filter((earlier) => earlier === name).length;
      named.push(name);
      return typeof addresses === "function" ? addresses(times) : addresses;
    },
    placeOf(host, port) {
      dialled.push(`${host}:${port}`);
      return { host: "127.0.0.1", port: address.port };
    },
  };
  return {
    asked,
    dialled,
    named,
    outside,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
