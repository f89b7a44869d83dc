import { checkReply } from "@deskhand/contract/checking/check-reply";
import { readFacts } from "@deskhand/contract/checking/context";
import { testHostileTexts } from "../../testing/strangers/meet-hostile-texts.ts";

const parcel = {
  number: "00340434161094042557",
  carrier: "DHL",
  url: "https://www.dhl.com/?id=00340434161094042557",
  dates: [{ kind: "shipped" as const, at: "2026-11-05T15:00:00.000Z" }],
  isDelivered: null,
};
const sent = { files: [], names: [], today: "2026-11-06" };
const known = readFacts({
  orders: [
    {
      name: "#1042",
      orderNumber: "1042",
      isCertain: true,
      currency: "EUR",
      amounts: [{ kind: "refund", amount: "45.90", currency: "EUR", title: null }],
      dates: [{ kind: "shipped", at: "2026-11-05T15:00:00.000Z" }],
      isRefunded: false,
      isShipped: false,
      isAllShipped: false,
      isDelivered: false,
      isAllDelivered: false,
      isCancelled: false,
      isPaid: true,
      isReturned: null,
      parcels: [parcel],
    },
  ],
  orderNames: [],
  customerNames: ["Anna"],
  storeName: "Lamps",
  thread: [],
});

testHostileTexts("checkReply", (text) => checkReply(text, known, sent));
testHostileTexts("checkReply in a sentence", (text) =>
  checkReply(`Hi Ben, we have refunded the order and it was shipped. ${text}`, known, sent),
);
