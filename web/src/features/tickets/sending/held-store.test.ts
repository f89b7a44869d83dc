import { describe, expect, test } from "vitest";
import { dueIn, inOwnBrowser, newReply, newTab, pass, refusal, userId } from "../../../testing/held-tabs.ts";
import { dropHeld, readHeld } from "./held-reply.ts";

inOwnBrowser();

describe("undo", () => {
  test("nothing leaves before the time is over, and then once", async () => {
    const { store, sent, news } = newTab();
    const reply = newReply();
    store.hold(reply);
    await pass(9_990);
    expect(sent).toEqual([]);
    expect(store.shown()).toMatchObject([{ phase: "waiting" }]);
    await pass(20_000);
    expect(sent.map(({ key }) => key)).toEqual([reply.key]);
    expect(news).toMatchObject([{ outcome: "sent" }]);
    expect(readHeld(userId)).toEqual([]);
  });

  test.each([0, 5_000, 9_950, 9_999])("after %i ms the text is back, and nothing is ever sent", async (ms) => {
    const { store, sent, back } = newTab();
    const reply = newReply();
    store.hold(reply);
    await pass(ms);
    expect((await store.undo(reply.key))?.text).toBe(reply.text);
    await pass(120_000);
    expect([sent, back.length, readHeld(userId)]).toEqual([[], 1, []]);
  });

  test("while a request is under way it is too late", async () => {
    const { store, tab, back, news } = newTab();
    const response = Promise.withResolvers<boolean>();
    tab.answer = () => response.promise;
    const reply = newReply();
    store.hold(reply);
    await pass(10_001);
    expect(await store.undo(reply.key)).toBeNull();
    response.resolve(true);
    await pass(1);
    expect([back, news.length]).toEqual([[], 1]);
  });

  test("twice at once brings it back once", async () => {
    const { store, back } = newTab();
    const reply = newReply();
    store.hold(reply);
    await Promise.all([store.undo(reply.key), store.undo(reply.key)]);
    expect(back).toHaveLength(1);
  });

  test("offline nothing is tried; undone there, it is not sent when the network is back", async () => {
    const { store, sent, tab } = newTab();
    const reply = newReply();
    store.hold(reply);
    tab.isOnline = false;
    await pass(15_000);
    expect(store.shown()).toMatchObject([{ phase: "offline", isTried: false }]);
    expect(await store.undo(reply.key)).toMatchObject({ isTried: false });
    tab.isOnline = true;
    store.refresh();
    await pass(60_000);
    expect(sent).toEqual([]);
  });
});

describe("sending", () => {
  test("what waited for a network goes once it is there", async () => {
    const { store, sent, tab } = newTab();
    tab.isOnline = false;
    store.hold(newReply());
    await pass(100_000);
    expect(sent).toEqual([]);
    tab.isOnline = true;
    store.refresh();
    await pass(10);
    expect(sent).toHaveLength(1);
  });

  test("a request that was lost is tried again with its key; undone meanwhile, it keeps the key", async () => {
    const { store, sent, tab, back } = newTab();
    tab.answer = async () => {
      throw new TypeError("lost");
    };
    const reply = newReply();
    store.hold(reply);
    await pass(10_100);
    expect(store.shown()).toMatchObject([{ phase: "lost" }]);
    await pass(30_000);
    expect(sent.length).toBeGreaterThan(4);
    expect(new Set(sent.map(({ key }) => key))).toEqual(new Set([reply.key]));
    await store.undo(reply.key);
    expect(back).toMatchObject([{ key: reply.key, isTried: true }]);
    const tries = sent.length;
    await pass(60_000);
    expect(sent).toHaveLength(tries);
  });

  test("replies to one ticket leave in their order, the status with the last; another ticket does not wait for them", async () => {
    const { store, sent, tab } = newTab();
    const first = newReply({ thenStatus: "resolved" });
    const second = newReply();
    const other = newReply({ ticketId: "t2", due: dueIn(1) });
    const response = Promise.withResolvers<boolean>();
    tab.answer = ({ key }) => (key === first.key ? response.promise : Promise.resolve(true));
    for (const reply of [first, second, other]) store.hold(reply);
    store.sendNow(second.key);
    await pass(2_000);
    expect(sent.map(({ key }) => key)).toEqual([first.key, other.key]);
    response.resolve(true);
    await pass(10);
    expect(sent.map(({ key, thenStatus }) => [key, thenStatus])).toEqual([
      [first.key, null],
      [other.key, null],
      [second.key, "resolved"],
    ]);
  });

  test("what is refused comes back with all that was written after it on its ticket", async () => {
    const { store, tab, back, news, sent } = newTab();
    const error = refusal("conversation_moved_on", 409);
    tab.answer = async () => {
      throw error;
    };
    const [first, second] = [newReply(), newReply({ due: dueIn(30) })];
    store.hold(first);
    store.hold(second);
    await pass(10_100);
    // The later one first: each comes before what is there.
    expect(back.map(({ key }) => key)).toEqual([second.key, first.key]);
    expect(news).toEqual([{ reply: expect.objectContaining({ key: first.key }), outcome: "kept", error }]);
    await pass(60_000);
    expect(sent).toHaveLength(1);
  });

  test("when the session is over, or somebody else's, it stays for its writer", async () => {
    for (const error of [refusal("not_signed_in", 401), refusal("not_allowed", 403)]) {
      const { store, tab, sent, back } = newTab();
      tab.answer = async () => {
        throw error;
      };
      const reply = newReply();
      store.hold(reply);
      await pass(60_000);
      expect([sent.length, back, store.shown()]).toEqual([1, [], []]);
      expect(readHeld(userId)).toEqual([reply]);
      dropHeld(reply);
    }
  });

  test("an earlier attempt with its key that had gone with other words: what was written since is back under a new key", async () => {
    const { store, tab, back, news } = newTab();
    tab.answer = async () => false;
    store.hold(newReply({ isTried: true }));
    await pass(10_100);
    expect(back).toMatchObject([{ isTried: false }]);
    expect(news).toMatchObject([{ outcome: "earlier-sent" }]);
  });
});
