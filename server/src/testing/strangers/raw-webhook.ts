import { createHmac } from "node:crypto";

/** Makes a signed request of a program that posts whole mails, with the given headers and the signature. */
export function rawWebhook(key: string, payload: Buffer | string, headers: Record<string, string>) {
  const signed = ["x-webhook-timestamp", "x-envelope-from", "x-envelope-to", "authentication-results"];
  const hmac = createHmac("sha256", key);
  for (const name of signed) hmac.update(`${headers[name] ?? ""}\n`);
  const signature = hmac.update(payload).digest("hex");
  return {
    method: "POST" as const,
    url: "/api/email-to-ticket",
    headers: { "content-type": "message/rfc822", "x-webhook-signature": `sha256=${signature}`, ...headers },
    payload,
  };
}
