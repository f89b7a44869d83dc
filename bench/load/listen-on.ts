import { createServer, type Server } from "node:net";

/** Listens on the loopback; returns the port. */
export function listenOn(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : port);
    });
  });
}

/** Finds a port on which nobody listens at the moment. */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  const port = await listenOn(server, 0);
  await new Promise((resolve) => server.close(resolve));
  return port;
}
