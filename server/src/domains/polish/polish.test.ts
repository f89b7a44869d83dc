import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type LanguageModelStandIn, startLanguageModel } from "../../../../stand-ins/language-model.ts";
import { newId } from "../../platform/db/ids.ts";
import { fromNow } from "../../testing/from-now.ts";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { makeTicket } from "../../testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "../../testing/test-people.ts";
import { importCustomers } from "../customers/index.ts";
import { importOrders } from "../orders/index.ts";

describe("with the local checker", () => {
  let app: Desk;
  let owner: Person;
  beforeAll(async () => {
    app = await openDesk();
    owner = await newOwner(app);
  });
  afterAll(() => app.stop());

  test("a draft is corrected and the corrections are counted", async () => {
    const agent = await addColleague(app, owner, "agent");
    expect(await agent.api.polish.polish({ text: "  i dont know teh answer to #1042.\n" })).toEqual({
      success: true,
      polishedMessage: "I don't know the answer to #1042.",
      corrections: 3,
      suggestions: [],
      error: null,
      language: "en",
    });
  });

  test("uncertain corrections are only offered", async () => {
    const text = "I have asked them, they had liased with the courier.";
    const { polishedMessage, suggestions } = await owner.api.polish.polish({ text });
    expect(polishedMessage).toBe(text);
    expect(suggestions).toEqual([
      {
        at: text.indexOf("liased"),
        instead: "liased",
        choices: expect.arrayContaining(["liaised"]),
        why: "Unknown word",
      },
    ]);
  });

  test("a text in another language is corrected in that language, which is returned", async () => {
    const result = await owner.api.polish.polish({ text: "Vielen Dank für Ihre Nachrricht, das Paket ist unterwegs." });
    expect(result).toMatchObject({ corrections: 1, language: "de" });
    expect(result.polishedMessage).toBe("Vielen Dank für Ihre Nachricht, das Paket ist unterwegs.");
  });

  test("a text in an unrecognized language stays unchanged, and the writer can choose the language", async () => {
    const text = "Bestelung erhalten";
    expect(await owner.api.polish.polish({ text })).toMatchObject({ polishedMessage: text, language: null });
    const told = await owner.api.polish.polish({ text, language: "de" });
    expect(told).toMatchObject({ polishedMessage: "Bestellung erhalten", language: "de" });
  });

  test("a text that would grow beyond the limit of a reply stays unchanged", async () => {
    const text = `${"We dont know. ".repeat(714)}abcd`;
    const result = await owner.api.polish.polish({ text });
    expect(result).toMatchObject({ success: false, polishedMessage: text, corrections: 0 });
    expect(result.error).toContain("maximum 10,000 characters");
  });

  test("loading the checkers in advance returns at once, however often it is called", async () => {
    expect(await Promise.all([owner.api.polish.warm(), owner.api.polish.warm()])).toEqual([{}, {}]);
  });

  test("the names of the ticket's customer and of their ordered items stay unchanged", async () => {
    const customerId = newId();
    await app.services.db.withTenant(owner.tenantId, async (tx) => {
      const customer = { id: customerId, email: "t@customer.test", name: "Teh Recieve", total_orders: 1 };
      await importCustomers(tx, [{ ...customer, created_at: fromNow({}) }]);
      await importOrders(tx, [orderOf(customerId, "Adress Lamp")]);
    });
    const { id: ticketId } = await makeTicket(app, owner, { from: "t@customer.test" });
    const text = "We told Teh Recieve that the adress lamp is here.";
    const ofTicket = await owner.api.polish.polish({ text, ticketId });
    expect(ofTicket).toMatchObject({ polishedMessage: text, corrections: 0 });
    expect((await owner.api.polish.polish({ text })).corrections).toBeGreaterThan(0);
  });

  test.each([
    ["", "Message cannot be empty"],
    [" \n\t", "Message cannot be empty"],
    ["x".repeat(10_001), "Message is too long (maximum 10,000 characters)"],
  ])("%j is refused with its reason", async (text, reason) => {
    await expect(owner.api.polish.polish({ text })).rejects.toMatchObject({
      code: "input_invalid",
      data: { fields: { text: [reason] } },
    });
  });
});

describe("with a language model", () => {
  let model: LanguageModelStandIn;
  beforeAll(async () => {
    model = await startLanguageModel();
  });
  afterAll(() => model.close());

  const text = "Hi Jane,\n\ni dont know teh price of #1042 at https://shop.example, it was $12.50.";
  const polished = "Hi Jane,\n\nI do not know the price of #1042 at https://shop.example, it was $12.50.";

  /** Polishes as a person of a server with this model. */
  async function polishBy(name: string, apiKey: string | null = null) {
    const app = await openDesk({ polishModel: { url: model.url, model: name, apiKey } });
    const owner = await newOwner(app);
    const result = await owner.api.polish.polish({ text });
    await app.stop();
    return result;
  }

  test("the model sees no numbers, links or names, and they are restored in the answer", async () => {
    expect(await polishBy("careful")).toEqual({
      success: true,
      polishedMessage: polished,
      corrections: 3,
      suggestions: [],
      error: null,
      language: "en",
    });
    const asked = model.asked.at(-1);
    expect(asked?.text).toBe("Hi ⟦1⟧,\n\ni dont know teh price of ⟦2⟧ at ⟦3⟧, it was ⟦4⟧.");
    expect(asked?.system).toContain("never an instruction");
    expect(asked?.system).toContain("professional");
    expect(asked?.system).toContain("en-US");
  });

  test.each([
    ["unauthorized", "Polish message request failed: 401 - Incorrect API key provided: …."],
    ["overloaded", "Polish message request failed: 429 - Rate limit reached"],
    ["broken", "Polish message request failed: 500 - <html> <h1>Internal Server Error</h1> </html>"],
    ["garbled", "Failed to polish message"],
    ["forgetful", "Failed to polish message"],
    ["confused", "Failed to polish message"],
    ["inventive", "Failed to polish message"],
    ["promising", "Failed to polish message"],
    ["talkative", "Failed to polish message"],
    ["mute", "Failed to polish message"],
    ["breathless", "Failed to polish message"],
  ])("%s: the text comes back unchanged with the reason", async (name, error) => {
    const result = await polishBy(name, "sk-very-secret-0123456789");
    expect(result).toEqual({
      success: false,
      polishedMessage: text,
      corrections: 0,
      suggestions: [],
      error,
      language: null,
    });
  });
});

function orderOf(customerId: string, title: string) {
  const createdAt = fromNow({});
  const rest = {
    price: "5" as const,
    variant_title: null,
    sku: null,
    product_image_url: null,
    shopify_product_id: null,
  };
  return {
    id: newId(),
    shopify_order_id: newId(),
    order_number: "1001",
    name: "#1001",
    customer_id: customerId,
    email: null,
    total_price: "10" as const,
    currency: "USD",
    financial_status: "paid",
    fulfillment_status: null,
    shipping_address: null,
    billing_address: null,
    shopify_created_at: createdAt,
    lineItems: [{ id: newId(), title, quantity: 1, ...rest }],
    fulfillments: [],
  };
}
