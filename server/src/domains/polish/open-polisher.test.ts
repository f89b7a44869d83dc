import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LanguageModelStandIn, startLanguageModel } from "../../../../stand-ins/language-model.ts";
import { testSettings } from "../../testing/test-settings.ts";
import { openPolisher, type Polisher } from "./open-polisher.ts";

let model: LanguageModelStandIn;
let polisher: Polisher;
beforeAll(async () => {
  model = await startLanguageModel();
  const settings = await testSettings({ polishModel: { url: model.url, model: "careful", apiKey: null } });
  polisher = openPolisher({ settings, log: pino({ level: "silent" }) });
});
afterAll(async () => {
  await polisher.close();
  await model.close();
});

const polish = (userId: string, text: string) => polisher.polish({ userId, text, names: [] });

test("a person's text is polished once, however often it is sent at once, and another text has to wait", async () => {
  const [first, again, other] = await Promise.all([
    polish("ann", "teh a"),
    polish("ann", "teh a"),
    polish("ann", "teh b"),
  ]);
  expect([first.polishedMessage, again]).toEqual(["The a", first]);
  expect(other).toMatchObject({ success: false, polishedMessage: "teh b", corrections: 0 });
  expect(other.error).toBe("Another message of yours is being polished. Please try again when it is done");
  expect(model.asked).toHaveLength(1);
  expect(await polish("ann", "teh b")).toMatchObject({ success: true, polishedMessage: "The b" });
});

test("two people do not wait for each other", async () => {
  const results = await Promise.all([polish("ann", "teh a"), polish("bob", "teh b")]);
  expect(results.map(({ polishedMessage }) => polishedMessage)).toEqual(["The a", "The b"]);
});
