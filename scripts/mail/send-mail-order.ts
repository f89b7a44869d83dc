import { createTransport, type NodemailerError } from "nodemailer";
import type { MailOrder } from "./read-mail-order.ts";

/** Sends the mail over SMTP and returns the server's reply; throws one clear sentence if the server refuses. */
export async function sendMailOrder({ host, port, envelope, content }: MailOrder): Promise<string> {
  const transport = createTransport({
    host,
    port,
    connectionTimeout: 5_000,
    // A Deskhand on one's own machine signs its own certificate.
    tls: { rejectUnauthorized: false },
  });
  try {
    const { response } = await transport.sendMail({ ...content, envelope, xMailer: false });
    return response;
  } catch (error) {
    throw new Error(sentenceFor(error, host, port), { cause: error });
  } finally {
    transport.close();
  }
}

function sentenceFor(error: unknown, host: string, port: number): string {
  if (!(error instanceof Error)) return String(error);
  const { response, code }: NodemailerError = error;
  if (response) return `Refused: ${response}`;
  const isUnreachable = ["ESOCKET", "ECONNECTION", "ETIMEDOUT", "EDNS"].includes(code ?? "");
  return isUnreachable
    ? `Nothing takes mail at ${host}:${port} (${error.message}). Is Deskhand running (npm start)?`
    : error.message;
}
