import { describe, expect, test } from "vitest";
import {
  dueIn,
  inOwnBrowser,
  locks,
  newReply,
  newTab,
  pass,
  refusal,
  storage,
  switchStorageOff,
  userId,
} from "../../../testing/held-tabs.ts";
import { dropHeld, keepHeld, readHeld } from "./held-reply.ts";
import { forgottenMs } from "./held-store.ts";

inOwnBrowser();
const dayS = 86_400;

describe("tabs and pages", () => {
  test("of two tabs one sends, and either can undo", async () => {
    const [one, other] = [newTab(), newTab()];
    one.store.hold(newReply());
    const undone = newReply({ ticketId: "t2" });
    one.store.hold(undone);
    other.store.refresh();
    expect(other.store.shown()).toHaveLength(2);
    await other.store.undo(undone.key);
    await pass(20_000);
    expect(one.sent.length + other.sent.length).toBe(1);
    other.store.refresh();
    expect(other.store.shown()).toEqual([]);
  });

  test("another tab takes over from one that dies with its request", async () => {
    const [one, other] = [newTab(), newTab()];
    one.tab.answer = () => new Promise(() => undefined);
    const reply = newReply();
    one.store.hold(reply);
    other.store.refresh();
    await pass(11_000);
    expect([one.sent.length, other.sent.length]).toEqual([1, 0]);
    // The browser gives back the locks of a tab that is gone.
    locks.clear();
    const next = newTab();
    await next.store.start();
    await pass(10);
    expect(next.sent.map(({ key }) => key)).toEqual([reply.key]);
  });

  test("a page that goes sends what was sent in it, and nothing while it is offline", () => {
    const { store, left, tab } = newTab();
    const elsewhere = newReply({ ticketId: "t3" });
    keepHeld(elsewhere);
    const reply = newReply();
    store.hold(reply);
    tab.isOnline = false;
    store.leave();
    expect(left).toEqual([]);
    tab.isOnline = true;
    store.leave();
    expect(left).toEqual([reply.key]);
    // The next page need not wait to hear what became of it.
    expect(readHeld(userId).find(({ key }) => key === reply.key)).toMatchObject({ isTried: true, due: dueIn(0) });
  });

  test.each([
    ["what is still to wait", { due: 5 }, { sent: 0, back: 0, held: 1 }],
    ["what was due a moment ago", { due: 1 - forgottenMs / 1_000 }, { sent: 1, back: 0, held: 0 }],
    ["what was due long ago", { due: -1 - forgottenMs / 1_000 }, { sent: 0, back: 1, held: 0 }],
  ])("after a crash: %s", async (_name, { due }, wanted) => {
    keepHeld(newReply({ due: dueIn(due) }));
    const { store, sent, back } = newTab();
    await store.start();
    await pass(100);
    expect({ sent: sent.length, back: back.length, held: readHeld(userId).length }).toEqual(wanted);
  });

  test("what left with its page is looked for, not sent again a day later", async () => {
    keepHeld(newReply({ due: dueIn(-dayS), isTried: true }));
    const { store, sent, back, news } = newTab({ wasSent: async () => true });
    await store.start();
    await pass(100);
    expect([sent, back, news, readHeld(userId)]).toEqual([[], [], [], []]);
  });

  test("what nobody can look for comes back with its key", async () => {
    keepHeld(newReply({ due: dueIn(-dayS), isTried: true }));
    const wasSent = async () => {
      throw new TypeError("lost");
    };
    const { store, back } = newTab({ wasSent });
    await store.start();
    expect(back).toMatchObject([{ isTried: true }]);
  });

  test("what a tab that is just going still holds comes back when it is gone", async () => {
    const reply = newReply({ due: dueIn(-dayS) });
    keepHeld(reply);
    const gone = Promise.withResolvers<void>();
    locks.set(reply.key, gone.promise);
    const { store, sent, back } = newTab();
    const started = store.start();
    await pass(1_000);
    expect(back).toEqual([]);
    gone.resolve();
    await started;
    expect([sent, back.length, readHeld(userId)]).toEqual([[], 1, []]);
  });

  test("a tab beside one that waits for a network takes nothing for left behind", async () => {
    keepHeld(newReply({ due: dueIn(-dayS) }));
    const { store, back, tab } = newTab({ hasOtherTab: async () => true });
    tab.isOnline = false;
    await store.start();
    expect([back, store.shown().length]).toEqual([[], 1]);
  });
});

describe("storage", () => {
  test("switched off, a reply is held as long as the page lives", async () => {
    switchStorageOff();
    const { store, sent, left } = newTab();
    const [one, other] = [newReply(), newReply({ ticketId: "t2", due: dueIn(30) })];
    store.hold(one);
    store.hold(other);
    await pass(10_100);
    expect(sent.map(({ key }) => key)).toEqual([one.key]);
    store.leave();
    expect(left).toEqual([other.key]);
  });

  test("10,000 characters, a thread that was empty, files and a status come out as they went in", () => {
    const reply = newReply({
      text: `${"ß".repeat(9_998)}\n`,
      thenStatus: "pending",
      seen: "m1",
      sendAnyway: true,
      files: [{ id: "f", filename: "a.pdf", size: 3 }],
      resources: [{ id: "r", title: "Manual", fileType: "pdf" }],
    });
    keepHeld(reply);
    expect(readHeld(userId)).toEqual([reply]);
  });

  test.each(["", "{}", "[", '{"userId":"ada"}', '{"userId":"bob","key":"k","ticketId":"t","text":"x"}', "null"])(
    "%j is no reply",
    (kept) => {
      storage.set(`deskhand-held:${userId}:k`, kept);
      expect(readHeld(userId)).toEqual([]);
    },
  );

  test("somebody else's is neither seen nor sent", async () => {
    keepHeld(newReply({ userId: "bob", due: dueIn(-1) }));
    const { store, sent } = newTab();
    await store.start();
    await pass(60_000);
    expect([sent, store.shown()]).toEqual([[], []]);
    expect(readHeld("bob")).toHaveLength(1);
    for (const reply of readHeld("bob")) dropHeld(reply);
  });
});

test("signing out sends all at once and says what could not be", async () => {
  const { store, sent, tab } = newTab();
  store.hold(newReply());
  store.hold(newReply({ ticketId: "t2" }));
  expect(await store.sendAll()).toEqual([]);
  expect(sent).toHaveLength(2);
  tab.answer = async () => {
    throw refusal("ticket_archived", 409);
  };
  store.hold(newReply({ ticketId: "t3" }));
  expect(await store.sendAll()).toMatchObject([{ ticketId: "t3" }]);
  expect(await store.sendAll()).toEqual([]);
  tab.isOnline = false;
  store.hold(newReply({ ticketId: "t4" }));
  expect(await store.sendAll()).toMatchObject([{ ticketId: "t4" }]);
});
