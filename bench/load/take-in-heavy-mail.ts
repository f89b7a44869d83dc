import pg from "pg";
import { supportAddressOf } from "../data/people.ts";
import { SmtpConnection } from "./smtp-connection.ts";
import { waitUntilIdle } from "./wait-until-idle.ts";

/** Half a megabyte of what a newsletter's tables are, badly nested. */
const page = `<div></b><table><tr><td style="color:#234;padding:4px"><p>An offer for you</p></td></tr></table>`.repeat(
  5_000,
);

/** Sends a tenant a mail whose HTML is long to sanitise, and gives its message's id once it is in its ticket. */
export async function takeInHeavyMail(superuserUrl: string, smtpPort: number, tenant: number): Promise<string> {
  const messageId = `heavy-${Date.now()}@people.example`;
  const to = supportAddressOf(tenant);
  const from = "newsletter@people.example";
  const head = `From: <${from}>\r\nTo: ${to}\r\nSubject: Offers\r\nMessage-ID: <${messageId}>\r\nMIME-Version: 1.0\r\nContent-Type: text/html\r\n`;
  const door = await SmtpConnection.open(smtpPort);
  await door.send(from, to, `${head}\r\n${page.replaceAll("</table>", "</table>\r\n")}`);
  door.close();
  await waitUntilIdle(superuserUrl);
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>("select id from ticket_messages where mail_message_id = $1", [
      messageId,
    ]);
    if (!rows[0]) throw new Error("The mail with much HTML became no message");
    return rows[0].id;
  } finally {
    await client.end();
  }
}
