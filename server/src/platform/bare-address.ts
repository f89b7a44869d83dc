import { readAddress, writeAddress } from "@deskhand/contract/addresses/address";

/** An address in lower case without what its owner put behind a plus: the mailbox that it stands for. */
export function bareAddress(email: string): string {
  const address = readAddress(email);
  if (address === null) return email.toLowerCase();
  const [local = ""] = address.local.split("+");
  return writeAddress({ ...address, local: local || address.local }).toLowerCase();
}
