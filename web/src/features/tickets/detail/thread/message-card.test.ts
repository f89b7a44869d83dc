import { expect, test } from "vitest";
import { newRecipient } from "../../../../testing/fake-recipients.ts";
import { newMessage } from "../../../../testing/fake-server.ts";
import { isNotMailed } from "./message-card.tsx";

test("a colleague's mail with the store in Bcc counts as mailed, a reply only written here does not", () => {
  const recipients = [newRecipient("ana@x.example")];
  const byColleague = newMessage("t", { isFromCustomer: false, threadingReason: "new_conversation", recipients });
  const writtenHere = newMessage("t", { isFromCustomer: false });
  expect([byColleague, writtenHere, newMessage("t")].map(isNotMailed)).toEqual([false, true, false]);
});
