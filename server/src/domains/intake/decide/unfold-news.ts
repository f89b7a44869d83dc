import { ticketLabel } from "@deskhand/contract/vocabulary";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { type Queueing, renderReply } from "../../outgoing/index.ts";
import type { LockedTicket } from "../../tickets/index.ts";
import type { ReadMail } from "../read/read-mail.ts";
import { findNews, isAllSaid } from "../text/find-news.ts";
import { htmlToPlain } from "../text/html-to-lines.ts";
import { selectSaid } from "./context.queries.ts";

/**
 * Returns a mail with those words of its folded history that the ticket does not know: answers inside a quote, and mail of others. Only
 * the ticket's mails can tell these from its history. A mail that is nothing but history of the ticket is left without words.
 */
export async function unfoldNews(
  tx: TenantTx,
  { settings }: Queueing,
  ticket: LockedTicket,
  read: ReadMail,
): Promise<ReadMail> {
  const { folding, leftOut } = read;
  if (folding === null) return read;
  const { texts, isAll } = await selectSaid(tx, ticket.id);
  const { parts } = await renderReply(tx, settings, {
    ticketLabel: ticketLabel(ticket.ticketNumber),
    answeredMessageId: null,
    content: "",
    isAutomatic: true,
  });
  // Apart, as a reply stands in the middle of its layout, which does not make it something that was added to that.
  const layout = [parts.text, htmlToPlain(parts.html)].flatMap((text) => text.split(/\n{2,}/));
  const said = { texts: [...layout, ...texts], isAll, mailDomain: settings.mailDomain };
  // An answer of nothing but a picture has no words, which a quote of ours must not replace.
  if (!folding.kept.some((line) => line.trim() !== "") && isAllSaid(folding, said))
    return { ...read, newText: "", leftOut: { history: true, signature: leftOut?.signature ?? false } };
  if (leftOut === null) return read;
  const news = findNews(folding, said);
  if (!news) return read;
  const isFolded = news.isHistoryLeft || leftOut.signature;
  return { ...read, newText: news.text, leftOut: isFolded ? { ...leftOut, history: news.isHistoryLeft } : null };
}
