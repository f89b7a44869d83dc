import { limits } from "@deskhand/contract/limits";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { storableText } from "../../../platform/storable-text.ts";
import { chooseAuthor } from "../classify/find-author.ts";
import type { MailAddress } from "../parse/parsed-mail.ts";
import { readAddresses } from "../parse/read-addresses.ts";
import type { ReadMail } from "../read/read-mail.ts";
import { storeOf } from "./store-of.ts";

/** A person as a mail names one; the address is in lower case. */
type NamedPerson = { name: string | null; email: string };

/** Who wrote a mail (docs/product.md#who-wrote-it). */
export type MailAuthor = {
  /** Whom an answer goes to: the customer of a ticket that it begins; null where only the store is named. */
  customer: NamedPerson | null;
  /** Who is shown: whoever stands in From, or in the fields that take its place; where that is the store, the customer. */
  sender: NamedPerson | null;
  /** The address in From, or what takes its place. */
  fromEmail: string | null;
  /** The one address that is proof of who wrote: that of a single From, which is not the store's; else null. */
  proven: string | null;
  /** Whether that address speaks for itself, and not for the visitor of a form, a group's member or a Reply-To. */
  isOwnWord: boolean;
  /** Whether the store's staff passes the customer's mail on. */
  isForwarded: boolean;
};

/**
 * Finds who wrote a mail: the customer is never the store itself, and its staff only when nobody else is named, as when a
 * staff member forwards a customer's mail or tries the support address out. A mail whose header names nobody is of its
 * envelope's sender, so that there is somebody to answer.
 */
export async function findMailAuthor(
  tx: TenantTx,
  { parsed, authors }: Pick<ReadMail, "parsed" | "authors">,
  envelopeFrom: string,
  isStoreAddress: (email: string) => boolean,
): Promise<MailAuthor> {
  const { from, replyTo, originalSender } = authors;
  const { staff } = await storeOf(tx);
  const isOwn = (email: string) => isStoreAddress(email) || staff.has(email.toLowerCase());
  const chosen = chooseAuthor(authors, isOwn) ?? chooseAuthor(authors, isStoreAddress);
  const isNobody = from === null && replyTo.length === 0 && originalSender === null;
  const address = chosen?.address ?? (isNobody ? envelopeSender(envelopeFrom, isStoreAddress) : null);
  const customer = address && personOf(address);
  // A group of the store's passes mail on under the store's address.
  const sender = from && !(customer && isStoreAddress(from.email)) ? personOf(from) : customer;
  const sole = parsed.soleFrom && personOf(parsed.soleFrom).email;
  const proven = sole !== null && !isStoreAddress(sole) ? sole : null;
  return {
    customer,
    sender,
    fromEmail: from ? personOf(from).email : (customer?.email ?? null),
    proven,
    isOwnWord: proven !== null && proven === customer?.email,
    isForwarded: chosen?.via === "forward",
  };
}

function personOf({ name, email }: MailAddress): NamedPerson {
  const address = storableText(email.trim().toLowerCase(), limits.emailAddressLength);
  const shown = storableText(name, limits.customerNameLength).trim();
  // A name that is somebody's address shows the mail as theirs.
  return { name: /\S@\S/.test(shown) ? null : shown || null, email: address };
}

// The null path of bounces and a door that does not know its sender hold no address.
function envelopeSender(envelopeFrom: string, isStoreAddress: (email: string) => boolean): MailAddress | null {
  const email = readAddresses([envelopeFrom])[0]?.email ?? "";
  if (!email || email.length > limits.emailAddressLength || isStoreAddress(email)) return null;
  return { name: "", email };
}
