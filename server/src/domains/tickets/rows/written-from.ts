import { limits } from "@deskhand/contract/limits";
import type { WrittenFrom } from "@deskhand/contract/messages";
import { storableText } from "../../../platform/storable-text.ts";

/** The columns of a message or a ticket that say where its mail came from (docs/product.md#whose-words-they-are). */
export function writtenFromColumns(writtenFrom: WrittenFrom | null) {
  return {
    written_from: writtenFrom && storableText(writtenFrom.email, limits.emailAddressLength),
    is_written_by_store: writtenFrom?.isStores ?? false,
  };
}
