import type { Composed } from "./signing.ts";

/**
 * A plug-in of nodemailer that calls a mail's `contentBegins` when its content begins to go over. The mail is piped into the connection, and
 * so flows, once the server has answered DATA. To be used behind those that change the mail.
 */
export function telling({ data, message }: Composed, done: (error?: Error | null) => void): void {
  const tell = "contentBegins" in data ? data.contentBegins : undefined;
  if (typeof tell === "function") message.processFunc((mail) => mail.once("resume", () => tell()));
  done();
}
